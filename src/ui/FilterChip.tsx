import X from 'lucide-react/icons/x'
import { visibleText } from '#words/visible.ts'

/** A filter that is on and was chosen elsewhere, a tag in a row for example; a click removes it. */
export const FilterChip = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={`Remove the filter ${text}`}
    onClick={onRemove}
    className="inline-flex h-8 max-w-64 items-center gap-1.5 rounded-md border border-accent-line bg-accent-subtle px-2.5 text-accent"
  >
    <span className="truncate">{visibleText(text)}</span>
    <X className="size-3.5 shrink-0" aria-hidden />
  </button>
)
