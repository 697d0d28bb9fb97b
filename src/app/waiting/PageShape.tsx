import type { ReactNode } from 'react'
import { useMatches, useParams } from 'react-router'
import { SkeletonBar as Bar } from '#src/ui/Skeleton.tsx'
import { CompareShape, RowsShape, TextShape, TreeShape } from '#src/ui/WaitingShapes.tsx'
import { handleOf } from '../routeHandle.ts'

/** The loading state of a page: its real title, and placeholders in its layout, so that nothing moves when the data arrives. */
export function PageShape() {
  const { waits, title } = handleOf(useMatches())
  const { org, project, stack, version } = useParams()
  const own = title.split(' · ')[0] ?? ''
  const inStack = stack !== undefined && waits !== 'run'
  const look: Look = SHAPES[waits ?? 'list']
  return (
    <div aria-hidden className="waiting flex flex-1 flex-col gap-4" data-waiting={waits ?? 'list'}>
      <div className={inStack ? 'page-column flex flex-col gap-4' : 'flex flex-col gap-4'}>
        {waits === 'run' ? (
          <Head crumbs={[org, project, stack, 'Updates']} meta actions={2}>
            {version === undefined ? own : `Update ${version}`}
          </Head>
        ) : inStack ? (
          <Head crumbs={[org, project]} meta>
            <span className="font-normal text-muted">{project} / </span>
            {stack}
          </Head>
        ) : (
          <Head meta={look.meta} actions={look.actions} crumbs={look.crumbs}>
            {look.title ?? own}
          </Head>
        )}
        {(inStack || waits === 'run' || look.tabs) && <Tabs count={inStack ? 7 : (look.tabs ?? 4)} />}
      </div>
      {look.body}
    </div>
  )
}

type HeadProps = {
  crumbs?: readonly (string | undefined)[] | undefined
  meta?: boolean | undefined
  actions?: number | undefined
  children: ReactNode
}

/** As high as a PageHeader, but not a heading: a page with a heading has loaded. */
const Head = ({ crumbs, meta = false, actions = 0, children }: HeadProps) => (
  <div className="flex flex-col gap-1">
    {crumbs && <div className="flex h-6 items-center text-sm text-muted">{crumbs.join(' › ')}</div>}
    <div className="flex min-h-8 items-center justify-between gap-6">
      <div className="min-w-0 truncate text-xl font-semibold text-ink" data-waiting-title>
        {children}
      </div>
      <div className="flex gap-2">
        {Array.from({ length: actions }, (_, index) => (
          <Bar key={index} className="h-8 w-24" />
        ))}
      </div>
    </div>
    {meta && (
      <div className="flex h-5 items-center">
        <Bar width="18rem" />
      </div>
    )}
  </div>
)

const Tabs = ({ count }: { count: number }) => (
  <div className="flex h-10 items-center gap-6 overflow-clip border-b border-line px-3">
    {Array.from({ length: count }, (_, index) => (
      <Bar key={index} className="h-3 w-16 shrink-0" />
    ))}
  </div>
)

/** A card; its head is as high as one with a title. */
const Box = ({
  head = true,
  className = '',
  children,
}: {
  head?: boolean
  className?: string
  children?: ReactNode
}) => (
  <div className={`min-w-0 overflow-clip rounded-lg border border-line bg-surface ${className}`}>
    {head && (
      <div className="flex h-10 items-center border-b border-line px-4">
        <Bar width="8rem" />
      </div>
    )}
    {children}
  </div>
)

const Filters = ({ count }: { count: number }) => (
  <div className="flex flex-wrap gap-2">
    <Bar className="h-8 w-full sm:flex-1" />
    {Array.from({ length: count }, (_, index) => (
      <Bar key={index} className="h-8 w-36 max-sm:hidden" />
    ))}
  </div>
)

const Text = ({ lines }: { lines: number }) => (
  <div className="p-4">
    <TextShape lines={lines} />
  </div>
)

const Aside = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">{children}</div>
)

const Column = ({ children }: { children: ReactNode }) => <div className="flex min-w-0 flex-col gap-4">{children}</div>

const HISTORY = '2fr 1fr 1fr 1.4fr 5rem 4rem'

type Look = {
  title?: string
  meta?: boolean
  actions?: number
  crumbs?: string[]
  tabs?: number
  body: ReactNode
}

const settings = (body: ReactNode, actions = 0): Look => ({ title: 'Settings', meta: true, tabs: 6, actions, body })

const list = (columns: string, filters: number, head: Omit<Look, 'body'> = {}): Look => ({
  ...head,
  body: (
    <>
      <Filters count={filters} />
      <Box head={false}>
        <RowsShape columns={columns} rows={11} tall />
      </Box>
    </>
  ),
})

/** The layout of each kind of page. */
const SHAPES = {
  home: {
    meta: true,
    body: (
      <>
        <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          {[0, 1, 2, 3].map((tile) => (
            <Box key={tile} head={false} className="flex h-24 flex-col justify-between p-4">
              <Bar width="45%" />
              <Bar className="h-5" width="2rem" />
              <Bar width="35%" />
            </Box>
          ))}
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
          <Column>
            <Box>
              <RowsShape columns="3fr 1fr" rows={3} tall head={false} />
            </Box>
            <Box>
              <RowsShape columns="1fr 3fr 4rem" rows={5} tall head={false} />
            </Box>
          </Column>
          <Column>
            <Box>
              <Text lines={3} />
            </Box>
            <Box>
              <RowsShape columns="3fr 1fr" rows={7} tall head={false} />
            </Box>
          </Column>
        </div>
      </>
    ),
  },
  list: list('2fr 2fr 1fr 2fr 5rem 5rem', 3, { actions: 1 }),
  activity: list('6rem 1.5fr 3fr 1.2fr 1fr 1.4fr 4rem', 3, { meta: true, actions: 1 }),
  search: list('2fr 1.5fr 2fr 2fr 4rem', 4, { meta: true }),
  leases: {
    meta: true,
    body: (
      <>
        <Box>
          <RowsShape columns="1fr 6fr 6rem" rows={4} />
        </Box>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Box>
            <Text lines={4} />
          </Box>
          <Box>
            <RowsShape columns="2fr 2fr 1fr" rows={2} />
          </Box>
        </div>
      </>
    ),
  },
  overview: {
    body: (
      <>
        <Box className="h-28">
          <Text lines={2} />
        </Box>
        <Aside>
          <Column>
            <Box>
              <RowsShape columns={HISTORY} rows={5} tall />
            </Box>
            <Box>
              <RowsShape columns="1fr 3fr" rows={3} />
            </Box>
          </Column>
          <Box>
            <RowsShape columns="1fr 2fr" rows={7} head={false} />
          </Box>
        </Aside>
      </>
    ),
  },
  updates: {
    body: (
      <>
        <div className="grid gap-4 sm:grid-cols-2">
          <Box className="h-36" />
          <Box className="h-36" />
        </div>
        <Box>
          <RowsShape columns={HISTORY} rows={9} tall />
        </Box>
      </>
    ),
  },
  table: {
    body: (
      <Box>
        <RowsShape columns="4rem 1fr 3fr 1fr 1fr 1fr" rows={10} tall />
      </Box>
    ),
  },
  resources: {
    body: (
      <>
        <Filters count={2} />
        <Box head={false}>
          <TreeShape rows={16} />
        </Box>
      </>
    ),
  },
  run: {
    body: (
      <Box>
        <TreeShape rows={14} />
      </Box>
    ),
  },
  graph: {
    body: (
      <>
        <Bar className="h-8 w-full max-w-xl" />
        <Box head={false} className="flex min-h-[34rem] flex-1">
          <div className="w-full py-1 md:w-72 md:border-r md:border-line">
            <TreeShape rows={13} />
          </div>
          <div className="flex flex-1 items-center justify-evenly max-md:hidden">
            {[2, 4, 3, 1].map((boxes, column) => (
              <div key={column} className="flex flex-col gap-4">
                {Array.from({ length: boxes }, (_, box) => (
                  <Bar key={box} className="h-14 w-32" />
                ))}
              </div>
            ))}
          </div>
        </Box>
      </>
    ),
  },
  compare: {
    body: (
      <>
        <Box>
          <div className="flex gap-3 p-4">
            {[0, 1, 2].map((picker) => (
              <Bar key={picker} className="mt-6 h-8 flex-1" />
            ))}
          </div>
        </Box>
        <Box>
          <CompareShape rows={8} />
        </Box>
      </>
    ),
  },
  recover: {
    body: (
      <Box head={false}>
        <Text lines={3} />
        <RowsShape columns="2fr 2fr 6rem" rows={4} head={false} />
      </Box>
    ),
  },
  problem: {
    crumbs: ['Diagnose'],
    title: ' ',
    meta: true,
    body: (
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Column>
          <Box>
            <Text lines={3} />
          </Box>
          <Box>
            <RowsShape columns="1fr 1fr 1fr" rows={4} />
          </Box>
        </Column>
        <Box>
          <Text lines={9} />
        </Box>
      </div>
    ),
  },
  form: {
    body: (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {[5, 4, 4, 6].map((lines, card) => (
          <Box key={card}>
            <Text lines={lines} />
          </Box>
        ))}
      </div>
    ),
  },
  settings: settings(
    <Box>
      <RowsShape columns="2fr 1fr 1fr 10rem" rows={5} tall />
    </Box>,
  ),
  audit: settings(
    <>
      <Filters count={2} />
      <Box head={false}>
        <RowsShape columns="5rem 2fr 2fr 2fr 2fr 5rem" rows={12} tall />
      </Box>
    </>,
    2,
  ),
} satisfies Record<string, Look>

/** The kinds of pages, by loading state. */
export type PageKind = keyof typeof SHAPES
