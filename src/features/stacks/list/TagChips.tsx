import { counted, list, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { tagsOfLine } from './grouping.ts'

type Props = { tags: Readonly<Record<string, string>>; onTag: (tag: string) => void }

/** The tags that people set, as many as fit in a line whole, each a filter; the rest is named on hover. */
export function TagChips({ tags, onTag }: Props) {
  const { shown, rest } = tagsOfLine(tags)
  if (shown.length + rest.length === 0) return null
  const names = list(rest.map(({ text }) => visibleText(text)))
  const more = rest.length > 0 && (
    <span className="shrink-0 text-xs text-muted" title={names}>
      {shown.length === 0 ? counted(rest.length, 'tag') : `+${number(rest.length)}`}
      <span className="sr-only">
        {shown.length === 0 ? ': ' : ' more: '}
        {names}
      </span>
    </span>
  )
  return (
    <span className="flex shrink-0 flex-wrap items-center gap-1 max-sm:max-w-full sm:flex-nowrap">
      {shown.map((tag, at) => {
        const chip = <Chip key={tag.name} {...tag} onTag={onTag} />
        return at < shown.length - 1 ? (
          chip
        ) : (
          // The number never stands alone on a line.
          <span key={tag.name} className="flex min-w-0 items-center gap-1">
            {chip}
            {more}
          </span>
        )
      })}
      {shown.length === 0 && more}
    </span>
  )
}

type ChipProps = { name: string; value: string; text: string } & Pick<Props, 'onTag'>

const Chip = ({ name, value, text, onTag }: ChipProps) => (
  <button
    type="button"
    title={`Only stacks tagged ${visibleText(`${name}=${value}`)}`}
    onClick={() => onTag(`${name}=${value}`)}
    // The limit is for letters that are wider than ours.
    className="max-w-64 min-w-0 truncate rounded-full border border-line px-2 leading-[22px] text-xs text-muted hover:border-line-strong hover:bg-hover hover:text-ink"
  >
    {visibleText(text)}
  </button>
)
