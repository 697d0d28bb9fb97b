import { bundled, isGroup } from '#domain/graphQueries/bundles.ts'
import { eachNeighbour, type Relations } from '#domain/graphQueries/relations.ts'
import { counted, number } from '#words/counts.ts'
import { FocusCard } from './FocusCard.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import type { NeighbourhoodProps } from './props.ts'

/** Width of a card in pixels on the narrowest phone. */
const PHONE = 300

/** Cards of a level before they are grouped by type, so that a level fits a phone. */
const ROOM = 6

/** The neighbourhood for a phone: dependencies above, dependents below. A tap moves the focus there. */
export function FocusStack(props: NeighbourhoodProps) {
  const { neighbourhood, entries, centreLink, last } = props
  const { focus, needs, neededBy } = neighbourhood
  return (
    <div className="flex flex-col gap-3 p-3">
      {needs.length === 0 && <p className="text-sm text-muted">It needs nothing.</p>}
      {needs.map((_, i) => (
        <AtDistance key={needs.length - i} {...props} column={i - needs.length} />
      ))}
      <div className="h-14">
        <FocusCard
          bundle={{ key: String(focus), members: [focus], type: entries.typeOf(focus) }}
          entries={entries}
          kinds={0}
          width={PHONE}
          last={last}
          isFocus
          to={centreLink}
          onOpen={() => {}}
        />
      </div>
      {neededBy.length === 0 && <p className="text-sm text-muted">Nothing needs it.</p>}
      {neededBy.map((_, i) => (
        <AtDistance key={i} {...props} column={i + 1} />
      ))}
    </div>
  )
}

function AtDistance({
  neighbourhood,
  relations,
  entries,
  focus,
  last,
  column,
}: NeighbourhoodProps & { column: number }) {
  const steps = Math.abs(column)
  const side = column < 0 ? neighbourhood.needs : neighbourhood.neededBy
  const members = side[steps - 1] ?? []
  const inner = new Set(steps === 1 ? [neighbourhood.focus] : side[steps - 2])
  const { kinds = 0, opened } = focus.address ?? {}
  const inward = column < 0 ? relations.neededBy : relations.needs
  const heading = column < 0 ? 'Needs' : 'Needed by'
  const to = (urn: string) => focus.linkTo({ focus: [urn] })
  return (
    <section aria-label={steps === 1 ? heading : `${heading}, ${counted(steps, 'step')} away`}>
      <h3 className="mb-1 text-sm font-medium text-muted">
        {steps === 1 ? heading : `${counted(steps, 'step')} away`}{' '}
        <span className="font-normal">{number(members.length)}</span>
      </h3>
      <ul className="flex flex-col gap-2">
        {bundled(members, ROOM, entries.typeOf).map((bundle) => {
          const isOpen = isGroup(bundle) && opened?.column === column && opened.key === bundle.key
          return (
            <li key={bundle.key}>
              {isOpen ? (
                <OpenGroup
                  {...{ bundle, entries, last, to }}
                  width={PHONE}
                  isTall
                  onClose={() => focus.tune({ opened: undefined })}
                />
              ) : (
                <div className="h-13">
                  <FocusCard
                    bundle={bundle}
                    entries={entries}
                    kinds={bundle.members.reduce((bits, index) => bits | kindsTo(inner, inward, index, kinds), 0)}
                    side={column > 0 ? 'neededBy' : 'needs'}
                    width={PHONE}
                    last={last}
                    to={to}
                    onOpen={() => focus.tune({ opened: { column, key: bundle.key } })}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The kinds of relations that lead from a resource to one of `inner`. */
function kindsTo(inner: ReadonlySet<number>, inward: Relations['needs'], index: number, kinds: number): number {
  let found = 0
  eachNeighbour(inward, index, kinds, (other, bits) => {
    if (inner.has(other)) found |= bits
  })
  return found
}
