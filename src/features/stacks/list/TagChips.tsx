import { list, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { ownTags } from './grouping.ts'

/** A second line would make every row taller; the rest is named on hover, and the stack's page has them all. */
const MAX = 2

type Props = { tags: Readonly<Record<string, string>>; onTag: (tag: string) => void }

/** The first tags that people set, each a filter; in a table on one line. */
export function TagChips({ tags, onTag }: Props) {
  const own = ownTags(tags)
  if (own.length === 0) return null
  const rest = own.slice(MAX).map(([name, value]) => `${name}: ${value}`)
  return (
    // In a table no percentage: it would let a long tag push the other columns out of the window.
    <span className="flex max-w-[min(18rem,100%)] min-w-0 items-center gap-1 max-sm:flex-wrap sm:max-w-48">
      {own.slice(0, MAX).map(([name, value]) => (
        <button
          key={name}
          type="button"
          title={`Only stacks tagged ${name}=${value}`}
          onClick={() => onTag(`${name}=${value}`)}
          className="min-w-0 truncate rounded-full border border-line px-2 leading-[22px] text-xs text-muted hover:border-line-strong hover:bg-hover hover:text-ink"
        >
          {visibleText(`${name}: ${value}`)}
        </button>
      ))}
      {rest.length > 0 && (
        <span className="shrink-0 text-xs text-muted" title={list(rest)}>
          +{number(rest.length)}
          <span className="sr-only"> more: {list(rest)}</span>
        </span>
      )}
    </span>
  )
}
