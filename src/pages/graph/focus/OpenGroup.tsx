import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import type { Bundle } from '#domain/graphQueries/bundles.ts'
import { OPEN_HEAD, OPEN_ROW } from '#domain/graphQueries/focusPicture.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import type { LastUpdate } from './lastTouch.ts'
import { MemberList } from './MemberList.tsx'
import { bundleName } from './words.ts'

type Props = {
  bundle: Bundle
  entries: Entries
  last: LastUpdate | null | undefined
  width: number
  /** On a phone rows are as high as a finger needs, and the page scrolls, not the list. */
  isTall?: boolean
  to: (urn: string) => string
  onClose: () => void
}

/** An opened group: its name, which closes it, and its resources. */
export const OpenGroup = ({ bundle, entries, last, width, isTall = false, to, onClose }: Props) => (
  <div className="nopan nowheel flex size-full flex-col overflow-clip rounded-md border border-control bg-surface">
    <button
      type="button"
      aria-expanded
      onClick={onClose}
      className="flex w-full shrink-0 items-center gap-1.5 border-b border-line bg-sunken px-2.5 text-left hover:bg-hover"
      style={{ height: isTall ? TALL : OPEN_HEAD }}
    >
      <span className="truncate text-sm font-semibold text-ink">{bundleName(bundle, entries)}</span>
      <ChevronsDownUp className="ml-auto size-3.5 shrink-0 text-muted" aria-hidden />
    </button>
    <MemberList
      members={bundle.members}
      entries={entries}
      last={last}
      to={to}
      rowHeight={isTall ? TALL : OPEN_ROW}
      width={width}
      className="min-h-0 flex-1 overflow-auto"
    />
  </div>
)

const TALL = 44
