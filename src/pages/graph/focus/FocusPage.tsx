import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ListTree from 'lucide-react/icons/list-tree'
import type { StackRef } from '#contract/common.ts'
import { kindCounts, neighbourhoodOf } from '#domain/graphQueries/neighbourhood.ts'
import { ALL_RELATIONS, RELATION, RELATIONS } from '#domain/graphQueries/relationKinds.ts'
import { type Relations, relationsOf } from '#domain/graphQueries/relations.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { matcher } from '#src/features/resources/entries.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'
import { GraphDetails } from '../GraphDetails.tsx'
import type { useGraph } from '../useGraph.ts'
import { useExports } from '../useExports.ts'
import { DEPTHS, type Depth, type FocusView } from './address.ts'
import { neighbourhoodExport } from './focusExport.ts'
import { FocusPicture, STROKES } from './FocusPicture.tsx'
import { FocusStack } from './FocusStack.tsx'
import { useLastUpdate } from './lastTouch.ts'
import { ReachView } from './ReachView.tsx'
import type { Focus } from './useFocus.ts'
import { WaysView } from './WaysView.tsx'
import { relationMeanings, relationWords } from './words.ts'

const VIEWS: { value: FocusView; label: string }[] = [
  { value: 'around', label: 'Neighbours' },
  { value: 'reach', label: 'Blast radius' },
  { value: 'path', label: 'Path' },
]

const depthWords: Record<Depth, string> = { '1': '1 step', '2': '2 steps', '3': '3 steps', all: 'All' }

type Props = { stack: StackRef; graph: ReturnType<typeof useGraph>; focus: Focus }

/** A question about one resource: its neighbourhood, its blast radius, its path to another. */
export default function FocusPage({ stack, graph, focus }: Props) {
  const { entries, selected, past } = graph
  const which = past === undefined ? 'the current state' : 'this state'
  const { address, roots, missing } = focus
  const relations = useMemo(() => relationsOf(graph.graph), [graph.graph])
  const exports = useExports(graph)
  const isWide = useIsWide()
  const last = useLastUpdate(stack, past)
  const [showsOutline, setShowsOutline] = useState(false)
  const [root = -1] = roots
  const { kinds = ALL_RELATIONS, depth = '1', view = 'around' } = address ?? {}
  const neighbourhood = useMemo(
    () => neighbourhoodOf(relations, Math.max(0, root), { depth: depth === 'all' ? Infinity : Number(depth), kinds }),
    [relations, root, depth, kinds],
  )
  const go = (index: number) => focus.step({ focus: [entries.urnOf(index)] })
  // The row or card that led here is gone with its view, and the focus with it.
  const heading = useRef<HTMLHeadingElement>(null)
  const way = useNavigationType()
  useEffect(() => {
    if (way !== 'POP' && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [root, view, way])
  const centreLink = (urn: string) => graph.linkTo(selected >= 0 && entries.urnOf(selected) === urn ? undefined : urn)

  if (root < 0) {
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
  const outline = (
    <Outline
      graph={graph}
      root={root}
      onGo={go}
      onFocus={(index) => focus.step({ focus: [entries.urnOf(index)], view: 'around' })}
      onReach={(index) => focus.step({ focus: [entries.urnOf(index)], view: 'reach' })}
    />
  )
  return (
    <section aria-label={`Focus: ${entries.names[root]}`} className="flex min-h-0 flex-1 flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LinkButton size="sm" look="plain" to={focus.mapLink}>
          <ArrowLeft aria-hidden /> Map
        </LinkButton>
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="flex min-w-0 items-center gap-1.5 text-lg font-semibold wrap-anywhere text-ink"
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
          <Segments
            label="What is shown"
            options={VIEWS}
            value={view}
            onChange={(next) => focus.step({ view: next })}
          />
        </div>
      </header>
      {missing.length > 0 && (
        <Notice
          tone="unknown"
          title={`${number(missing.length)} of the resources in this address are not in ${which}`}
        />
      )}
      {view !== 'reach' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {view === 'around' && (
            <Segments
              label="How far"
              options={DEPTHS.map((value) => ({ value, label: depthWords[value] }))}
              value={depth}
              onChange={(next) => focus.tune({ depth: next })}
            />
          )}
          <KindChoice focus={focus} relations={relations} root={root} />
          {view === 'around' && (
            <span className="ml-auto">
              <ExportMenu
                stack={stack}
                view={neighbourhoodExport(
                  { graph: graph.graph, relations, entries, name: entries.names[root] ?? '' },
                  neighbourhood,
                  kinds,
                )}
                all={exports.whole}
              />
            </span>
          )}
        </div>
      )}
      <div
        className={cx('relative flex flex-1 flex-col', isWide ? 'min-h-[34rem]' : view === 'reach' && 'min-h-[36rem]')}
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0 md:flex-row">
          {isWide && (
            <div className={cx('flex shrink-0 flex-col border-r border-line', showsOutline ? 'w-72' : 'w-10')}>
              <Button
                size="sm"
                look="plain"
                aria-expanded={showsOutline}
                aria-label="Outline"
                className="m-1 w-fit"
                onClick={() => setShowsOutline(!showsOutline)}
              >
                <ListTree aria-hidden /> {showsOutline && 'Outline'}
              </Button>
              {showsOutline && outline}
            </div>
          )}
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {view === 'around' &&
              (isWide ? (
                <FocusPicture {...{ neighbourhood, relations, entries, focus, last, centreLink }} />
              ) : (
                <FocusStack {...{ neighbourhood, relations, entries, focus, last, centreLink }} />
              ))}
            {view === 'reach' && (
              <ReachView
                {...{ stack, relations, entries, focus, last, selected, exports, past }}
                graph={graph.graph}
                onSelect={(index) => graph.select(index === selected ? -1 : index)}
              />
            )}
            {view === 'path' && <WaysView {...{ stack, relations, entries, focus, last, root, exports }} />}
          </div>
          <GraphDetails
            stack={stack}
            graph={graph}
            questions={
              selected >= 0 && (
                <>
                  {(view !== 'around' || selected !== root) && (
                    <LinkButton size="sm" to={focus.linkTo({ focus: [entries.urnOf(selected)], view: 'around' })}>
                      Focus
                    </LinkButton>
                  )}
                  {(view !== 'reach' || selected !== root) && (
                    <LinkButton size="sm" to={focus.linkTo({ focus: [entries.urnOf(selected)], view: 'reach' })}>
                      Blast radius
                    </LinkButton>
                  )}
                  {!roots.includes(selected) && (
                    <>
                      <LinkButton
                        size="sm"
                        to={focus.linkTo({
                          focus: [...(address?.focus ?? []), entries.urnOf(selected)],
                          view: 'reach',
                        })}
                      >
                        Add to the blast radius
                      </LinkButton>
                      <LinkButton size="sm" to={focus.linkTo({ view: 'path', to: entries.urnOf(selected) })}>
                        Path to it
                      </LinkButton>
                    </>
                  )}
                </>
              )
            }
          />
        </div>
      </div>
      {!isWide && <Disclosure summary="Outline">{outline}</Disclosure>}
    </section>
  )
}

type OutlineProps = {
  graph: Props['graph']
  root: number
  onGo: (index: number) => void
  onFocus: (index: number) => void
  onReach: (index: number) => void
}

/** All resources; choosing one asks the same question about it. */
function Outline({ graph: { entries }, root, onGo, onFocus, onReach }: OutlineProps) {
  const [query, setQuery] = useState('')
  const isHit = useMemo(() => matcher(entries, query), [entries, query])
  return (
    <>
      <div className="p-2">
        <SearchField label="Find a resource" placeholder="Name or type" value={query} onChange={setQuery} />
      </div>
      <ResourceTree
        label="Resources"
        entries={entries}
        selected={root}
        onSelect={onGo}
        isHit={isHit}
        keys={{ f: onFocus, b: onReach }}
        className="min-h-0 flex-1 py-1 max-md:max-h-[60dvh]"
      />
    </>
  )
}

/** The kinds of relation, drawn as in the picture; each can be hidden. */
function KindChoice({ focus, relations, root }: { focus: Focus; relations: Relations; root: number }) {
  const { address } = focus
  const kinds = address?.kinds ?? ALL_RELATIONS
  // Relations that no resource of the stack has are no choice.
  const used = useMemo(() => relations.needs.kinds.reduce((bits, each) => bits | each, 0), [relations])
  const counts = useMemo(() => kindCounts(relations, root), [relations, root])
  return (
    <div role="group" aria-label="Kinds of relation" className="flex flex-wrap items-center gap-1">
      {RELATIONS.filter((relation) => (used & RELATION[relation]) !== 0).map((relation) => {
        const bit = RELATION[relation]
        const isOn = (kinds & bit) !== 0
        const isLast = kinds === bit
        return (
          <button
            key={relation}
            type="button"
            aria-pressed={isOn}
            title={relationMeanings[relation]}
            onClick={() => focus.tune({ kinds: isLast ? ALL_RELATIONS : kinds ^ bit })}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 text-sm max-sm:min-h-9',
              isOn
                ? 'border-line-strong bg-surface text-ink hover:bg-hover'
                : 'border-transparent text-muted line-through hover:bg-hover',
            )}
          >
            <svg width="22" height="8" aria-hidden strokeWidth="2" style={{ stroke: STROKES[relation].color }}>
              <path d="M0 4H22" strokeDasharray={STROKES[relation].dash} />
            </svg>
            {relationWords[relation]}
            {(counts.get(bit) ?? 0) > 0 && <span className="text-xs text-muted">{number(counts.get(bit) ?? 0)}</span>}
          </button>
        )
      })}
    </div>
  )
}
