import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ListTree from 'lucide-react/icons/list-tree'
import type { StackRef } from '#contract/common.ts'
import { neighbourhoodOf } from '#domain/graphQueries/neighbourhood.ts'
import { ALL_RELATIONS } from '#domain/graphQueries/relationKinds.ts'
import { relationsOf } from '#domain/graphQueries/relations.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'
import { GraphDetails } from '../GraphDetails.tsx'
import type { useGraph } from '../useGraph.ts'
import { useExports } from '../useExports.ts'
import { DEPTHS, type Depth, type FocusView } from './address.ts'
import { neighbourhoodExport } from './focusExport.ts'
import { FocusPicture } from './FocusPicture.tsx'
import { FocusStack } from './FocusStack.tsx'
import { KindChoice } from './KindChoice.tsx'
import { useLastUpdate } from './lastTouch.ts'
import { Outline } from './Outline.tsx'
import { ReachView } from './reach/ReachView.tsx'
import type { Focus } from './useFocus.ts'
import { WaysView } from './WaysView.tsx'

const VIEWS: { value: FocusView; label: string }[] = [
  { value: 'around', label: 'Neighbours' },
  { value: 'reach', label: 'Blast radius' },
  { value: 'path', label: 'Path' },
]

const depthWords: Record<Depth, string> = { '1': '1 step', '2': '2 steps', '3': '3 steps', all: 'All' }

type Props = { stack: StackRef; graph: ReturnType<typeof useGraph>; focus: Focus }

/** A question about one resource: its neighbourhood, its blast radius, its path to another. */
export default function FocusPage({ stack, graph, focus }: Props) {
  const { entries, past } = graph
  const { address, roots, missing } = focus
  const which = past === undefined ? 'the current state' : 'this state'
  const [root] = roots
  const { view = 'around' } = address ?? {}
  const isWide = useIsWide()
  if (root === undefined) {
    return (
      <Notice
        tone="unknown"
        title={`This resource is not in ${which}`}
        actions={<LinkButton to={focus.mapLink}>Show the map</LinkButton>}
      >
        {missing.map((urn) => (
          <UrnText key={urn} urn={urn} />
        ))}
      </Notice>
    )
  }
  const outline = <Outline {...{ entries, focus, root }} />
  return (
    <section aria-label={`Focus: ${entries.names[root]}`} className="flex min-h-0 flex-1 flex-col gap-3">
      <FocusHead {...{ entries, focus, root, view }} />
      {missing.length > 0 && (
        <Notice
          tone="unknown"
          title={`${number(missing.length)} of the resources in this address are not in ${which}`}
        />
      )}
      <FocusAnswer {...{ stack, graph, focus, root, isWide, outline }} />
      {!isWide && <Disclosure summary="Outline">{outline}</Disclosure>}
    </section>
  )
}

/** What the page is about, and the choice of the question. */
function FocusHead({ entries, focus, root, view }: { entries: Entries; focus: Focus; root: number; view: FocusView }) {
  const { roots } = focus
  // The row or card that led here is gone with its view, and the focus with it.
  const heading = useRef<HTMLHeadingElement>(null)
  const way = useNavigationType()
  useEffect(() => {
    if (way !== 'POP' && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [root, view, way])
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <LinkButton size="sm" look="plain" to={focus.mapLink}>
        <ArrowLeft aria-hidden /> Map
      </LinkButton>
      <div className="min-w-0">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex min-w-0 items-center gap-1.5 font-semibold wrap-anywhere text-ink"
        >
          <TypeIcon type={entries.typeOf(root)} />
          {entries.names[root]}
          {roots.length > 1 && <span className="font-normal text-muted">and {number(roots.length - 1)} more</span>}
        </h2>
        <p className="text-sm text-muted" title={entries.typeOf(root)}>
          {shortType(entries.typeOf(root))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <Segments label="What is shown" options={VIEWS} value={view} onChange={(next) => focus.step({ view: next })} />
      </div>
    </header>
  )
}

/** The least height on a wide page: a blast radius is a picture with its table below. */
const HEIGHTS = { around: 'min-h-[34rem]', reach: 'min-h-[56rem]', path: 'min-h-[34rem]' } as const satisfies Record<
  FocusView,
  string
>

type AnswerProps = Props & { root: number; isWide: boolean; outline: ReactNode }

/** The answer, with its tools above it and the details of a selected resource beside it. */
function FocusAnswer({ stack, graph, focus, root, isWide, outline }: AnswerProps) {
  const { entries, selected, past } = graph
  const { kinds = ALL_RELATIONS, depth = '1', view = 'around' } = focus.address ?? {}
  const relations = useMemo(() => relationsOf(graph.graph), [graph.graph])
  const exports = useExports(graph)
  const last = useLastUpdate(stack, past)
  const neighbourhood = useMemo(
    () => neighbourhoodOf(relations, root, { depth: depth === 'all' ? Infinity : Number(depth), kinds }),
    [relations, root, depth, kinds],
  )
  /** Selects a resource, or none if it is selected. */
  const selectLink = (urn: string) => graph.linkTo(selected >= 0 && entries.urnOf(selected) === urn ? undefined : urn)
  const Around = isWide ? FocusPicture : FocusStack
  const given = { graph: graph.graph, relations, entries, name: entries.names[root] ?? '' }
  return (
    <>
      {view !== 'reach' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {view === 'around' && <DepthChoice {...{ focus, depth }} />}
          <KindChoice {...{ focus, relations, root }} isDirect={view === 'around' && depth === '1'} />
          {view === 'around' && (
            <span className="ml-auto">
              <ExportMenu stack={stack} view={neighbourhoodExport(given, neighbourhood, kinds)} all={exports.whole} />
            </span>
          )}
        </div>
      )}
      <div
        className={cx('relative flex flex-1 flex-col', isWide ? HEIGHTS[view] : view === 'reach' && 'min-h-[36rem]')}
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0 md:flex-row">
          {isWide && <SideOutline>{outline}</SideOutline>}
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {view === 'around' && (
              <Around {...{ neighbourhood, relations, entries, focus, last }} centreLink={selectLink} />
            )}
            {view === 'reach' && (
              <ReachView
                {...{ stack, relations, entries, focus, last, selected, exports, past }}
                graph={graph.graph}
                selectLink={selectLink}
                onSelect={(index) => graph.select(index === selected ? -1 : index)}
              />
            )}
            {view === 'path' && <WaysView {...{ stack, relations, entries, focus, last, root, exports }} />}
          </div>
          <GraphDetails
            stack={stack}
            graph={graph}
            questions={selected >= 0 && <Questions {...{ entries, focus, root, view, selected }} />}
          />
        </div>
      </div>
    </>
  )
}

const DepthChoice = ({ focus, depth }: { focus: Focus; depth: Depth }) => (
  <Segments
    label="How far"
    options={DEPTHS.map((value) => ({ value, label: depthWords[value] }))}
    value={depth}
    onChange={(next) => focus.tune({ depth: next })}
  />
)

/** The outline at the side of a wide page, folded until it is wanted. */
function SideOutline({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={cx('flex shrink-0 flex-col border-r border-line', isOpen ? 'w-72' : 'w-10')}>
      <Button
        size="sm"
        look="plain"
        aria-expanded={isOpen}
        aria-label="Outline"
        className="m-1 w-fit"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListTree aria-hidden /> {isOpen && 'Outline'}
      </Button>
      {isOpen && children}
    </div>
  )
}

type QuestionProps = { entries: Entries; focus: Focus; root: number; view: FocusView; selected: number }

/** The questions about the selected resource that are not the present one. */
function Questions({ entries, focus, root, view, selected }: QuestionProps) {
  const urn = entries.urnOf(selected)
  return (
    <>
      {(view !== 'around' || selected !== root) && (
        <LinkButton size="sm" to={focus.linkTo({ focus: [urn], view: 'around' })}>
          Focus
        </LinkButton>
      )}
      {(view !== 'reach' || selected !== root) && (
        <LinkButton size="sm" to={focus.linkTo({ focus: [urn], view: 'reach' })}>
          Blast radius
        </LinkButton>
      )}
      {!focus.roots.includes(selected) && (
        <>
          <LinkButton size="sm" to={focus.linkTo({ focus: [...(focus.address?.focus ?? []), urn], view: 'reach' })}>
            Add to the blast radius
          </LinkButton>
          <LinkButton size="sm" to={focus.linkTo({ view: 'path', to: urn })}>
            Path to it
          </LinkButton>
        </>
      )}
    </>
  )
}
