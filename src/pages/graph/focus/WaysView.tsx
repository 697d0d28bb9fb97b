import { Fragment, useMemo, useState } from 'react'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { ALL_RELATIONS } from '#domain/graphQueries/relationKinds.ts'
import { eachNeighbour, type Relations } from '#domain/graphQueries/relations.ts'
import { sharedNeeds, waysBetween } from '#domain/graphQueries/ways.ts'
import { shortType } from '#domain/state/shortType.ts'
import { matcher } from '#src/features/resources/entries.ts'
import { iconOf } from '#src/features/resources/TypeIcon.tsx'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Picker } from '#src/ui/Picker.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, number } from '#words/counts.ts'
import { FocusCard } from './FocusCard.tsx'
import { relationsText } from './words.ts'
import type { AnswerProps } from './props.ts'
import type { Focus } from './useFocus.ts'

type Props = AnswerProps & { root: number }

/** The paths from one resource to another: the shortest, and the others. */
export function WaysView(props: Props) {
  const { entries, focus } = props
  const to = focus.address?.to
  const end = to === undefined ? -1 : entries.indexOf(to)
  return end < 0 ? <ChooseEnd {...props} /> : <WaysTo {...props} end={end} />
}

const MAX = 30

function ChooseEnd({ entries, focus, root }: Props) {
  const [query, setQuery] = useState('')
  const items = useMemo(() => {
    const isHit = matcher(entries, query)
    const found: { key: string; label: string; detail: string; Icon: ReturnType<typeof iconOf> }[] = []
    for (let i = 0; i < entries.count && found.length < MAX; i++) {
      if (i === root || (isHit && !isHit(i))) continue
      const type = entries.typeOf(i)
      found.push({ key: entries.urnOf(i), label: entries.names[i] ?? '', detail: shortType(type), Icon: iconOf(type) })
    }
    return found
  }, [entries, query, root])
  return (
    <div className="max-w-xl p-4">
      <p className="mb-2 text-base font-medium text-ink">Path from {entries.names[root]} to which resource?</p>
      <Picker
        label="Other resource"
        placeholder="Name or type"
        query={query}
        onQuery={setQuery}
        items={items}
        onPick={({ key }) => focus.tune({ to: key })}
        nothing="No resource matches."
      />
    </div>
  )
}

type EndsProps = Props & { end: number }

function WaysTo(props: EndsProps) {
  const { relations, focus, root, end } = props
  const kinds = focus.address?.kinds ?? ALL_RELATIONS
  const found = useMemo(() => waysBetween(relations, root, end, kinds), [relations, root, end, kinds])
  return found ? <Ways {...props} {...found} kinds={kinds} /> : <NoWay {...props} />
}

const ChooseAnother = ({ focus }: Pick<Props, 'focus'>) => (
  <Button size="sm" onClick={() => focus.tune({ to: undefined })}>
    Choose another
  </Button>
)

const linkAround = (focus: Focus, urn: string) => focus.linkTo({ focus: [urn], view: 'around', to: undefined })

/** No path leads from one to the other, but both may need the same. */
function NoWay({ relations, entries, focus, root, end }: EndsProps) {
  const [from, to] = [entries.names[root] ?? '', entries.names[end] ?? '']
  const shared = root === end ? [] : sharedNeeds(relations, root, end)
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p className="max-w-prose text-base text-ink">
        {root === end
          ? 'Both ends are the same resource.'
          : `Neither needs the other: no path leads from ${from} to ${to} or back.`}
      </p>
      {shared.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-medium text-muted">Both need</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {shared.map(({ index, steps }) => (
              <li key={index}>
                <TextLink to={linkAround(focus, entries.urnOf(index))}>{entries.names[index]}</TextLink>{' '}
                <span className="text-muted">
                  {shortType(entries.typeOf(index))}, {counted(steps, 'step')} in all
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ChooseAnother focus={focus} />
    </div>
  )
}

type WaysProps = EndsProps & NonNullable<ReturnType<typeof waysBetween>> & { kinds: number }

/** One of the paths, with controls for the others. */
function Ways(props: WaysProps) {
  const { stack, entries, focus, exports, root, end, ways, isWhole, direction } = props
  const [from, to] = [entries.names[root] ?? '', entries.names[end] ?? '']
  const at = Math.min(focus.address?.way ?? 1, ways.length)
  const way = ways[at - 1] ?? []
  const [user, needed] = direction === 'needs' ? [from, to] : [to, from]
  const others = ways.length - 1
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="max-w-prose text-base text-ink" role="status">
          {user} needs {needed}, {counted(way.length - 1, 'step')} away
          {others > 0 && ` (way ${number(at)} of ${number(ways.length)}${isWhole ? '' : ' and more'}, shortest first)`}.
        </p>
        {others > 0 && <OtherWays focus={focus} at={at} count={ways.length} isWhole={isWhole} />}
        <span className="ml-auto flex gap-2">
          <ExportMenu stack={stack} view={exports.some(`${user}-to-${needed}`, () => way)} all={exports.whole} />
          <ChooseAnother focus={focus} />
        </span>
      </div>
      <Path {...props} way={way} label={`Path from ${user} to ${needed}`} />
      <p className="text-sm text-muted">Each arrow points to a dependency and names its kind.</p>
    </div>
  )
}

type OtherWaysProps = Pick<Props, 'focus'> & { at: number; count: number; isWhole: boolean }

/** Shows the way before or after the one at `at`, which counts from 1. After the last comes the first. */
const OtherWays = ({ focus, at, count, isWhole }: OtherWaysProps) => (
  <span className="flex items-center gap-1">
    <IconButton label="Way before" Icon={ChevronLeft} onClick={() => focus.tune({ way: at > 1 ? at - 1 : count })} />
    <span className="text-sm text-muted">
      {counted(count - 1, 'other way')}
      {isWhole ? '' : ' or more'}
    </span>
    <IconButton label="Next way" Icon={ChevronRight} onClick={() => focus.tune({ way: at < count ? at + 1 : 1 })} />
  </span>
)

type PathProps = WaysProps & { way: readonly number[]; label: string }

/** The resources on a path as cards, with the kinds of relations between them. */
const Path = ({ relations, entries, focus, last, root, end, kinds, way, label }: PathProps) => (
  <ol className="my-auto flex flex-wrap items-stretch justify-center gap-y-3 max-sm:flex-col" aria-label={label}>
    {way.map((index, i) => (
      <Fragment key={index}>
        <li className="flex items-center max-sm:flex-col max-sm:items-stretch">
          {i > 0 && (
            <span className="flex flex-col items-center px-2 text-xs text-muted max-sm:py-1">
              <span>{relationsText(kindsBetween(relations, way[i - 1] ?? -1, index, kinds))}</span>
              <span aria-hidden className="text-base text-accent max-sm:rotate-90">
                →
              </span>
            </span>
          )}
          <div className="h-13 w-60 max-sm:w-full">
            <FocusCard
              bundle={{ key: String(index), members: [index], type: entries.typeOf(index) }}
              entries={entries}
              kinds={0}
              width={240}
              last={last}
              isFocus={index === root || index === end}
              to={(urn) => linkAround(focus, urn)}
              onOpen={() => {}}
            />
          </div>
        </li>
      </Fragment>
    ))}
  </ol>
)

function kindsBetween({ needs }: Relations, from: number, to: number, kinds: number): number {
  let found = 0
  if (from >= 0)
    eachNeighbour(needs, from, kinds, (other, bits) => {
      if (other === to) found = bits
    })
  return found
}
