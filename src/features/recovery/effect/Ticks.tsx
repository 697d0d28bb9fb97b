import Check from 'lucide-react/icons/check'

/** What is in order, in sentences with ticks. */
export const Ticks = ({ items }: { items: readonly string[] }) => (
  <ul className="flex flex-col gap-1">
    {items.map((what) => (
      <li key={what} className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
        <span className="min-w-0 wrap-anywhere">{what}</span>
      </li>
    ))}
  </ul>
)
