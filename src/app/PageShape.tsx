import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment } from 'react'
import { type Params, useMatches, useParams } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { SkeletonBar as Bar } from '#src/ui/Skeleton.tsx'
import { RowsShape } from '#src/ui/WaitingShapes.tsx'
import { handleOf, type Place } from './routeHandle.ts'

type Head = {
  crumbs?: readonly (string | undefined)[]
  title?: string | undefined
  /** Before the title, less prominent: the project of a stack. */
  prefix?: string | undefined
  tabs?: number
  /** Number of figures below the title. */
  figures?: number
  /** Breadcrumbs and title share a row. */
  isRow?: boolean
}

/** What is certain of a page's head before its data is there, by what the page is a part of. */
const HEADS = {
  home: () => ({ figures: 4 }),
  stack: ({ org, project, stack }) => ({ crumbs: [org], prefix: project, title: stack, tabs: 7, isRow: true }),
  updates: ({ org, project, stack, version }) => ({
    crumbs: [org, project, stack, 'Updates'],
    ...(version !== undefined && { title: `Update ${version}` }),
  }),
  stacks: () => ({ crumbs: ['Stacks'] }),
  settings: () => ({ tabs: 7 }),
  diagnose: () => ({ crumbs: ['Diagnose'], title: '' }),
} satisfies Record<Place, (params: Params) => Head>

/** The loading state of every page: title and tabs where they will be, and rows, because only the data knows its layout. */
export function PageShape() {
  const { title: documentTitle, partOf } = handleOf(useMatches())
  const params = useParams()
  const head: Head = partOf ? HEADS[partOf](params) : {}
  const { tabs = 0, figures = 0, isRow = false } = head
  return (
    <div aria-hidden className="waiting flex flex-col gap-4" data-waiting>
      <div className={tabs > 0 ? cx('flex flex-col', isRow ? 'gap-0.5' : 'gap-4') : 'contents'}>
        <HeadShape head={head} fallback={documentTitle.split(' · ')[0] ?? ''} />
        {tabs > 0 && (
          <div className="flex h-10 items-center gap-6 overflow-clip border-b border-line px-2.5" data-waiting-tabs>
            {Array.from({ length: tabs }, (_, index) => (
              <Bar key={index} className="h-3 w-16 shrink-0" />
            ))}
          </div>
        )}
      </div>
      {figures > 0 && <FiguresShape count={figures} />}
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <RowsShape columns="2fr 2fr 1fr 1fr 5rem" rows={11} tall />
      </div>
    </div>
  )
}

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
  const { crumbs, prefix, title = fallback, tabs = 0, isRow = false } = head
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
      {tabs > 0 && (
        <div className="flex h-5 items-center">
          <Bar width="18rem" />
        </div>
      )}
    </div>
  )
}
