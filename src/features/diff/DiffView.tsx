import { ShowMore } from '#src/ui/ShowMore.tsx'
import { type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import type { EntryChange, StateDiff } from '#contract/diff.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { counted, number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { IS_STACKED } from '#src/lib/useMedia.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { EntryDiff } from './EntryDiff.tsx'
import { EntryDiffList } from './EntryDiffList.tsx'
import { PropertyChanges } from '#src/ui/PropertyChanges.tsx'
import { CHANGES, isSameState, SideWords, useChangeWords } from './words.ts'

/** Up to this many entries are shown expanded, one below the other. */
const FEW = 6

type Props = {
  diff: StateDiff
  heads?: readonly [was: string, is: string]
  /** Loads the omitted part of one entry; undefined if nothing was omitted. */
  moreOf?: ((entry: EntryChange) => ReactNode) | undefined
  /** Links from an entry to its resource. */
  linksOf?: ((entry: EntryChange) => ReactNode) | undefined
  /** Shown if nothing differs. */
  nothing?: ReactNode
}

/** The differences between two states: counts, entry by entry and property by property, pending operations, then everything else. */
export function DiffView({ diff, heads, moreOf, linksOf, nothing = 'Nothing differs.' }: Props) {
  const { entries, counts, moved, operationsAdded, operationsRemoved, operationsSame, providers, beside } = diff
  const words = useChangeWords()
  const pending = useContext(SideWords) ?? { added: 'added', removed: 'cleared' }
  if (isSameState(diff)) return <p className="text-muted">{nothing}</p>
  const isShort = entries.length <= FEW
  // Who can decrypt the secrets afterwards is no detail.
  const secrets = secretsChanges(beside)
  const metadata = beside.filter((change) => !secrets.includes(change))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {/* They are not missed below a long list, and do not part a number from what it counts. */}
      <Names title={`Pending operations ${pending.added}`} names={operationsAdded.map(operationText)} />
      <Names title={`Pending operations ${pending.removed}`} names={operationsRemoved.map(operationText)} />
      <p className="flex flex-wrap gap-x-4 gap-y-1" role="status">
        {CHANGES.filter((change) => counts[change] > 0).map((change, index) => (
          <span key={change} className="font-medium">
            {index === 0 ? counted(counts[change], 'resource') : number(counts[change])} {words[change].word}
          </span>
        ))}
        {counts.moved > 0 && <span className="font-medium">{number(counts.moved)} moved in the list</span>}
        {counts.same > 0 && <span className="text-muted">{number(counts.same)} unchanged</span>}
      </p>
      {entries.length > 0 &&
        (isShort ? (
          <ul className="flex min-w-0 flex-col gap-5">
            {entries.map((entry, index) => (
              <li key={index} className="min-w-0">
                <EntryDiff entry={entry} heads={heads} more={moreOf?.(entry)} links={linksOf?.(entry)} />
              </li>
            ))}
          </ul>
        ) : (
          <Many entries={entries} heads={heads} moreOf={moreOf} linksOf={linksOf} />
        ))}
      {operationsSame > 0 && (
        <p className="text-sm text-muted">{counted(operationsSame, 'pending operation')} unchanged.</p>
      )}
      <Names
        title="Plugin versions"
        names={providers.map(({ urn, was, is }) => `${urnName(urn)}: ${was ?? 'unknown'} → ${is ?? 'unknown'}`)}
      />
      <Names title="Moved in the list" names={moved.map(urnName)} isFolded />
      {secrets.length > 0 && (
        <section className="min-w-0">
          <h4 className="mb-1 font-semibold">Secrets provider</h4>
          <PropertyChanges label="Secrets provider" changes={secrets} {...(heads && { heads })} />
        </section>
      )}
      {metadata.length > 0 && (
        <Disclosure summary={`Metadata (${number(metadata.length)})`}>
          <PropertyChanges label="Metadata differences" changes={metadata} {...(heads && { heads })} />
        </Disclosure>
      )}
    </div>
  )
}

/** The change of the secrets provider: of another type, without the parts that follow from it, which are masked. */
function secretsChanges(beside: StateDiff['beside']): StateDiff['beside'] {
  const ofType = beside.filter(({ path }) => path === 'secrets_providers' || path === 'secrets_providers.type')
  return ofType.length > 0 ? ofType : beside.filter(({ path }) => path.startsWith('secrets_providers.'))
}

/** As everywhere else: `creating receipts · s3 Bucket`. */
const operationText = ({ type, urn }: StateDiff['operationsAdded'][number]): string =>
  `${type} ${urnName(urn)} · ${shortType(urnType(urn))}`

function Many({
  entries,
  heads,
  moreOf,
  linksOf,
}: { entries: readonly EntryChange[] } & Pick<Props, 'moreOf' | 'linksOf'> & { heads: Props['heads'] | undefined }) {
  const [kinds, setKinds] = useState<ReadonlySet<string>>(new Set())
  const [query, setQuery] = useState('')
  // Of very many added and removed entries the server sends no properties: then there is nothing to show beside the list.
  const hasDetails = moreOf !== undefined || entries.some(hasContent)
  const first = hasDetails ? 0 : -1
  const [chosen, setChosen] = useState(() => (moreOf ? 0 : Math.max(first, entries.findIndex(hasContent))))
  const shown = useMemo(() => matching(entries, kinds, query), [entries, kinds, query])
  // Those of the difference cover the whole, of which these entries may be a part.
  const counts = useMemo(
    () =>
      CHANGES.map((kind) => [kind, entries.filter(({ change }) => change === kind).length] as const).filter(
        ([, count]) => count > 0,
      ),
    [entries],
  )
  const details = useRef<HTMLDivElement>(null)
  const entry = hasDetails ? shown[chosen] : undefined
  return (
    <div className="min-w-0 rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
        <SearchField
          label="Search what differs"
          placeholder="Name, type or URN"
          value={query}
          onChange={(text) => {
            setQuery(text)
            setChosen(first)
          }}
          matches={query === '' ? undefined : shown.length}
          className="w-full sm:w-64"
        />
        <KindFilter
          counts={counts}
          chosen={kinds}
          onChoose={(next) => {
            setKinds(next)
            setChosen(first)
          }}
        />
      </div>
      <div className={cx('grid min-w-0', entry && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}>
        {shown.length === 0 ? (
          <p className="p-4 text-muted">Nothing matches.</p>
        ) : (
          <EntryDiffList
            entries={shown}
            chosen={chosen}
            withIds={!hasDetails}
            onChoose={setChosen}
            onOpen={() => {
              if (matchMedia(IS_STACKED).matches) details.current?.scrollIntoView({ block: 'start' })
            }}
          />
        )}
        {entry && (
          <div ref={details} className="min-w-0 scroll-mt-14 border-line p-4 max-lg:border-t lg:border-l">
            <EntryDiff
              key={`${entry.change} ${entry.urn}`}
              entry={entry}
              heads={heads}
              more={moreOf?.(entry)}
              links={linksOf?.(entry)}
              isAlone
            />
          </div>
        )}
      </div>
    </div>
  )
}

const hasContent = ({ properties, isCut }: EntryChange): boolean => properties.length > 0 || isCut

/** The entries that changed in one of these ways, or in any, and whose URN has each word. */
function matching(entries: readonly EntryChange[], kinds: ReadonlySet<string>, query: string): EntryChange[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(
    ({ change, urn }) =>
      (kinds.size === 0 || kinds.has(change)) && words.every((word) => urn.toLowerCase().includes(word)),
  )
}

type Kind = EntryChange['change']

type KindFilterProps = {
  /** Those that there are, and how many of each. */
  counts: readonly (readonly [kind: Kind, count: number])[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function KindFilter({ counts, chosen, onChoose }: KindFilterProps) {
  const words = useChangeWords()
  return (
    <div role="group" aria-label="Kinds of change" className="flex flex-wrap gap-1">
      {counts.length > 1 &&
        counts.map(([kind, count]) => (
          <Button
            key={kind}
            size="sm"
            aria-pressed={chosen.has(kind)}
            className={cx(chosen.has(kind) && 'bg-hover')}
            onClick={() => {
              const next = new Set(chosen)
              if (!next.delete(kind)) next.add(kind)
              onChoose(next)
            }}
          >
            {words[kind].word} <span className="font-normal text-muted tabular-nums">{number(count)}</span>
          </Button>
        ))}
    </div>
  )
}

const PAGE = 50

function Names({ title, names, isFolded = false }: { title: string; names: readonly ReactNode[]; isFolded?: boolean }) {
  const [isOpen, setOpen] = useState(!isFolded)
  const [limit, setLimit] = useState(PAGE)
  if (names.length === 0) return null
  return (
    <section className="min-w-0">
      <h4 className="mb-1 font-semibold">
        {title} <span className="font-normal text-muted">{number(names.length)}</span>{' '}
        {isFolded && (
          <Button size="sm" look="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
      </h4>
      {isOpen && (
        <ul aria-label={title} className="flex flex-col">
          {names.slice(0, limit).map((name, index) => (
            <li key={index} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <ShowMore shown={limit} total={names.length} step={10 * PAGE} onMore={setLimit} />}
    </section>
  )
}
