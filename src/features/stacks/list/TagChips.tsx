import { ownTags } from './grouping.ts'

/** Tags shown in a row; the stack's page has all of them. */
const MOST = 3

type Props = { tags: Readonly<Record<string, string>>; onTag: (tag: string) => void }

/** User-defined tags, each a filter. */
export function TagChips({ tags, onTag }: Props) {
  const own = ownTags(tags)
  if (own.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {own.slice(0, MOST).map(([name, value]) => (
        <button
          key={name}
          type="button"
          title={`Only stacks tagged ${name}=${value}`}
          onClick={() => onTag(`${name}=${value}`)}
          className="max-w-48 truncate rounded-full border border-line px-2 leading-[22px] text-xs text-muted hover:border-line-strong hover:bg-hover hover:text-ink"
        >
          {name}: {value}
        </button>
      ))}
      {own.length > MOST && <span className="text-xs text-muted">+{own.length - MOST}</span>}
    </span>
  )
}
