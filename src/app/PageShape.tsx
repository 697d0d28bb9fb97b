import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type Params, useMatches, useParams, useSearchParams } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { SkeletonBar as Bar } from '#src/ui/Skeleton.tsx'
import { fadesOf, scrollTo, TAB } from '#src/ui/TabLinks.tsx'
import { FieldsShape, CardShape, PaneShape, RowsShape, TreeShape } from '#src/ui/WaitingShapes.tsx'
import { tabOf, tabTitles } from '#src/pages/update/tabs.ts'
import { type Body, handleOf, pageName, type Place } from './routeHandle.ts'

type Head = {
  crumbs?: readonly (string | undefined)[]
  title?: string | undefined
  /** Before the title, less prominent: the project of a stack. */
  prefix?: string | undefined
  /** Their names, or how many there are. */
  tabs?: readonly string[] | number
  /** Number of figures below the title. */
  figures?: number
  /** Breadcrumbs and title share a row. */
  isRow?: boolean
}

const STACK_TABS = ['Overview', 'Updates', 'Resources', 'Graph', 'Versions', 'Recover', 'Settings']
/** The tabs of pages that have none of their own. */
const TAB_OF: Readonly<Record<string, string>> = {
  Compare: 'Versions',
  'Edit the state': 'Resources',
  Recovery: 'Recover',
}

/** What is certain of a page's head before its data is there, by what the page is a part of. */
const HEADS = {
  home: () => ({ figures: 4 }),
  stack: ({ org, project, stack }) => ({ crumbs: [org], prefix: project, title: stack, tabs: STACK_TABS, isRow: true }),
  updates: ({ org, project, stack, version }) => ({
    crumbs: [org, project, stack, 'Updates'],
    ...(version !== undefined && { title: `Update ${version}` }),
    tabs: Object.values(tabTitles),
  }),
  stacks: () => ({ crumbs: ['Stacks'] }),
  settings: () => ({ tabs: 7 }),
  diagnose: () => ({ crumbs: ['Diagnose'], title: '' }),
} satisfies Record<Place, (params: Params) => Head>

const Framed = ({ children }: { children: ReactNode }) => (
  <div className="overflow-clip rounded-lg border border-line bg-surface">{children}</div>
)
const Rows = ({ count }: { count: number }) => (
  <Framed>
    <RowsShape columns="2fr 2fr 1fr 1fr 5rem" rows={count} tall />
  </Framed>
)

/** The fields above a list: search and a few filters. */
const Filters = () => (
  <div className="flex flex-wrap gap-2">
    {['w-56', 'w-28', 'w-28', 'w-32'].map((width, index) => (
      <span key={index} className={cx('h-8 rounded-md border border-line bg-surface', width)} />
    ))}
  </div>
)
/** The line below the title of a page, where its head has none. */
const Subtitle = () => (
  <div className="-mt-3 flex h-5 items-center">
    <Bar width="18rem" />
  </div>
)

const BODIES: Record<Body, () => ReactNode> = {
  rows: () => <Rows count={11} />,
  filtered: () => (
    <>
      <Filters />
      <Rows count={11} />
    </>
  ),
  run: () => <Rows count={9} />,
  lanes: () => (
    <>
      <Subtitle />
      <Framed>
        <RowsShape columns="14rem 1fr" rows={4} head={false} />
      </Framed>
      <div className="grid items-start gap-x-10 gap-y-4 xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
        <CardShape lines={5} />
        <CardShape lines={4} />
      </div>
    </>
  ),
  overview: () => (
    <>
      <CardShape lines={3} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Rows count={5} />
        <CardShape lines={8} />
      </div>
    </>
  ),
  tree: () => (
    <Framed>
      <TreeShape rows={14} />
    </Framed>
  ),
  cards: () => [2, 4, 3].map((lines) => <CardShape key={lines} lines={lines} />),
  columns: () => (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <CardShape lines={3} />
        <Rows count={5} />
      </div>
      <CardShape lines={8} />
    </div>
  ),
  pane: () => <PaneShape hasBoxes />,
  text: () => <PaneShape />,
  fields: () => <FieldsShape count={4} />,
}

/** The loading state of every page: title and tabs where they will be, and its layout, as far as it does not depend on the data. */
export function PageShape() {
  const matches = useMatches()
  const { title: documentTitle, partOf, body = 'rows' } = handleOf(matches)
  const params = useParams()
  const [search] = useSearchParams()
  const head: Head = partOf ? HEADS[partOf](params) : {}
  const name = pageName(matches)
  const tab =
    partOf === 'updates' ? tabTitles[tabOf(search)] : (TAB_OF[name] ?? (STACK_TABS.includes(name) ? name : 'Overview'))
  const { figures = 0, isRow = false } = head
  const tabs = tabsOf(head)
  return (
    <div aria-hidden className="waiting flex flex-col gap-4" data-waiting>
      <div className={tabs.length > 0 ? cx('flex flex-col', isRow ? 'gap-0.5' : 'gap-4') : 'contents'}>
        <HeadShape head={head} fallback={documentTitle.split(' · ')[0] ?? ''} />
        {tabs.length > 0 && <TabsShape key={tab} tabs={tabs} current={tab} />}
      </div>
      {figures > 0 && <FiguresShape count={figures} />}
      {BODIES[body]()}
    </div>
  )
}

/** As TabLinks: the current tab is marked, and in view also on a phone. */
function TabsShape({ tabs, current }: { tabs: readonly string[]; current: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [fades, setFades] = useState('')
  useLayoutEffect(() => {
    if (!bar.current) return
    const marked = bar.current.querySelector<HTMLElement>('[aria-current]')
    if (marked) scrollTo(bar.current, marked)
    setFades(fadesOf(bar.current))
  }, [])
  return (
    <div ref={bar} className={cx('relative overflow-x-hidden', fades)} data-waiting-tabs>
      <div className="flex h-10 min-w-max items-center gap-0.5 border-b border-line">
        {tabs.map((name, index) =>
          name === '' ? (
            <Bar key={index} className="mx-2.5 h-3 w-16" />
          ) : (
            <span key={name} className={TAB} aria-current={name === current ? 'page' : undefined}>
              {name}
            </span>
          ),
        )}
      </div>
    </div>
  )
}

/** The names of the tabs; empty ones, if only their number is certain. */
const tabsOf = ({ tabs = [] }: Head): readonly string[] =>
  typeof tabs === 'number' ? Array<string>(tabs).fill('') : tabs

/** The mark between two breadcrumbs, as in the page itself: nothing moves when it comes. */
const Between = ({ className }: { className?: string }) => (
  <ChevronRight className={cx('mx-1 size-3.5 text-faint', className)} aria-hidden />
)

/** As high as the line below the title of Home, and its tiles. */
const FiguresShape = ({ count }: { count: number }) => (
  <>
    <div className="-mt-3 flex h-5 items-center">
      <Bar width="14rem" />
    </div>
    <div className="grid grid-cols-2 gap-x-6 gap-y-3 xl:grid-cols-4">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-21 flex-col justify-between border-t-2 border-line py-2">
          <Bar className="h-2" width="7rem" />
          <Bar className="h-5" width="2rem" />
          <Bar className="h-2" width="9rem" />
        </div>
      ))}
    </div>
  </>
)

/** As high as a PageHeader, but without a heading: a page with a heading has loaded. */
function HeadShape({ head, fallback }: { head: Head; fallback: string }) {
  const { crumbs, prefix, title = fallback, isRow = false } = head
  const path = crumbs && (
    <div className="flex h-6 items-center text-sm text-muted">
      {crumbs.map((crumb, index) => (
        <Fragment key={index}>
          {index > 0 && <Between />}
          {crumb}
        </Fragment>
      ))}
      {isRow && <Between className="max-sm:hidden" />}
    </div>
  )
  const name = (
    <div className="min-h-8 truncate text-xl leading-8 font-semibold text-ink" data-waiting-title>
      {prefix !== undefined && <span className="font-normal text-muted">{prefix} / </span>}
      {title}
    </div>
  )
  if (isRow)
    return (
      <div className="flex min-h-9 flex-wrap items-center">
        <span className="max-sm:basis-full">{path}</span>
        {name}
      </div>
    )
  return (
    <div className="flex flex-col gap-1">
      {path}
      {name}
      {tabsOf(head).length > 0 && (
        <div className="flex h-5 items-center">
          <Bar width="18rem" />
        </div>
      )}
    </div>
  )
}
