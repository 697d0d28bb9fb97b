import { type Params, useMatches, useParams } from 'react-router'
import { SkeletonBar as Bar } from '#src/ui/Skeleton.tsx'
import { RowsShape } from '#src/ui/WaitingShapes.tsx'
import { handleOf, type Place } from './routeHandle.ts'

type Head = {
  crumbs?: readonly (string | undefined)[]
  title?: string | undefined
  /** Before the title, less prominent: the project of a stack. */
  prefix?: string | undefined
  tabs?: number
}

/** What is certain of a page's head before its data is there, by what the page is a part of. */
const HEADS = {
  stack: ({ org, project, stack }) => ({ crumbs: [org, project], prefix: project, title: stack, tabs: 7 }),
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
  const { crumbs, prefix, title = documentTitle.split(' · ')[0], tabs = 0 } = head
  return (
    <div aria-hidden className="waiting flex flex-col gap-4" data-waiting>
      <div className={tabs > 0 ? 'page-column flex flex-col gap-4' : 'contents'}>
        {/* As high as a PageHeader, but without a heading: a page with a heading has loaded. */}
        <div className="flex flex-col gap-1">
          {crumbs && <div className="flex h-6 items-center text-sm text-muted">{crumbs.join(' › ')}</div>}
          <div className="min-h-8 truncate text-xl leading-8 font-semibold text-ink" data-waiting-title>
            {prefix !== undefined && <span className="font-normal text-muted">{prefix} / </span>}
            {title}
          </div>
          {tabs > 0 && (
            <div className="flex h-5 items-center">
              <Bar width="18rem" />
            </div>
          )}
        </div>
        {tabs > 0 && (
          <div className="flex h-10 items-center gap-6 overflow-clip border-b border-line px-3" data-waiting-tabs>
            {Array.from({ length: tabs }, (_, index) => (
              <Bar key={index} className="h-3 w-16 shrink-0" />
            ))}
          </div>
        )}
      </div>
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <RowsShape columns="2fr 2fr 1fr 1fr 5rem" rows={11} tall />
      </div>
    </div>
  )
}
