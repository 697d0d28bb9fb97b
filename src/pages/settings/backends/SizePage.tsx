import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useParams } from 'react-router'
import Database from 'lucide-react/icons/database'
import type { BackendSize, SizeKind } from '#contract/backends.ts'
import { backendQueries } from '#src/api/backends.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { bytesText } from '#words/bytes.ts'
import { counted, number, plural } from '#words/counts.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(backendQueries.size(params['backend'] ?? ''))

/** What takes how much room in a backend: by kind, by stack, and what each month added. */
export default function SizePage() {
  const { backend = '' } = useParams()
  const { data, error, refetch, isFetching } = useSuspenseQuery(backendQueries.size(backend))
  const { name, address, at, total, unfinished } = data
  return (
    <>
      <PageHeader
        title={`Size of ${name}`}
        breadcrumbs={[{ to: paths.settings.backends(), label: 'Backends' }]}
        meta={
          <>
            <Mono className="wrap-anywhere">{address}</Mono>
            <span>
              listed <Time at={at} />
            </span>
          </>
        }
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      />
      <div className="mb-4 flex flex-col gap-4 empty:hidden">
        {error && (
          <Notice tone="danger" title="The sizes could not be refreshed">
            {troubleOf(error).detail}
          </Notice>
        )}
        {unfinished !== null && unfinished.count > 0 && (
          <UnfinishedUploads count={unfinished.count} oldestAt={unfinished.oldestAt} />
        )}
      </div>
      {total.objects === 0 ? (
        <EmptyState Icon={Database} title="This backend is empty">
          It has no Pulumi files.
        </EmptyState>
      ) : (
        <Sizes size={data} />
      )}
    </>
  )
}

type Unfinished = NonNullable<BackendSize['unfinished']>

/** Uploads that a killed CLI left behind, and what removes them. */
const UnfinishedUploads = ({ count, oldestAt }: Unfinished) => (
  <Notice
    tone="attention"
    announce="none"
    title={`${counted(count, 'upload')} ${plural(count, 'was', 'were')} never completed`}
  >
    {oldestAt !== null && (
      <>
        The oldest was started <Time at={oldestAt} />.{' '}
      </>
    )}
    A CLI that is killed while it uploads a state over 5 MB leaves the uploaded parts behind. They appear in no listing,
    but are billed like objects. A lifecycle rule of the bucket removes them: AbortIncompleteMultipartUpload.
  </Notice>
)

/** The tables, and whether they are complete. */
function Sizes({ size: { isWhole, total, kinds, stacks, stackCount, months } }: { size: BackendSize }) {
  return (
    <div className="flex flex-col gap-4">
      {!isWhole && (
        <Notice tone="attention" announce="none" title={`Only the first ${number(total.objects)} objects were counted`}>
          The backend has more objects, so the actual sizes are larger.
        </Notice>
      )}
      <Card title={`${bytesText(total.bytes)} in ${counted(total.objects, 'object')}`} padding="none">
        <Table
          label="Size by kind"
          columns={kindColumns}
          rows={kinds}
          rowKey={({ kind }) => kind}
          context={total.bytes}
        />
      </Card>
      {months.length > 0 && (
        <Card title="Growth of history and backups by month" padding="none">
          <Table
            label="Growth by month"
            columns={monthColumns}
            rows={months.toReversed()}
            rowKey={({ month }) => month}
            context={Math.max(...months.map(({ bytes }) => bytes))}
          />
        </Card>
      )}
      <Card
        title={stackCount > stacks.length ? `The ${stacks.length} largest of ${number(stackCount)} stacks` : 'Stacks'}
        padding="none"
      >
        <Table
          label="Size by stack"
          columns={stackColumns}
          rows={stacks}
          rowKey={({ name: of }) => of}
          context={stacks[0]?.bytes ?? 0}
        />
      </Card>
    </div>
  )
}

const KINDS: Record<SizeKind, { label: string; text: ReactNode }> = {
  states: { label: 'States', text: 'The current state of each stack, and the one before its last write.' },
  history: {
    label: 'History',
    text: 'An entry and a checkpoint for each run. The CLI removes them only with the stack.',
  },
  backups: {
    label: 'Backups',
    text: (
      <>
        A copy of the state for each run. They remain after <code>pulumi stack rm</code>.{' '}
        <code>PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS</code> stops them.
      </>
    ),
  },
  retained: {
    label: 'Copies of every write',
    text: (
      <>
        Kept because <code>PULUMI_DIY_BACKEND_RETAIN_CHECKPOINTS</code> is set somewhere. They make each save slower.
      </>
    ),
  },
  other: { label: 'Other', text: 'Locks, tags, meta.yaml, and files that do not belong to Pulumi.' },
}

type Sum = { objects: number; bytes: number }

/** Columns of a sum; the context is the size of a full bar, and `share` says what that is. */
const sumColumns = (share: (full: number) => string): readonly Column<Sum, number>[] => [
  {
    head: 'Objects',
    align: 'right',
    className: 'w-32 py-1.5 whitespace-nowrap tabular-nums max-sm:w-auto',
    phone: { order: 3, isWide: true, align: 'left' },
    cell: ({ objects }) => <CountInCard count={objects} one="object" many="objects" />,
  },
  {
    head: 'Size',
    align: 'right',
    className: 'w-32 py-1.5 whitespace-nowrap tabular-nums max-sm:w-auto',
    phone: { order: 2, align: 'right' },
    cell: ({ bytes }) => bytesText(bytes),
  },
  {
    id: 'share',
    head: share,
    className: 'w-1/4 py-1.5 max-sm:w-full',
    phone: { order: 4, isWide: true },
    cell: ({ bytes }, full) => (
      <span aria-hidden className="block h-2 w-full rounded-sm bg-sunken forced-color-adjust-none">
        <span
          className="block h-2 min-w-px rounded-sm bg-accent"
          style={{ width: `${full === 0 ? 0 : (100 * bytes) / full}%` }}
        />
      </span>
    ),
  },
]

const kindColumns: readonly Column<BackendSize['kinds'][number], number>[] = [
  {
    head: 'Kind',
    className: 'py-1.5',
    phone: { order: 1 },
    cell: ({ kind }) => (
      <>
        <span className="font-semibold">{KINDS[kind].label}</span>
        <span className="block text-sm text-muted wrap-anywhere">{KINDS[kind].text}</span>
      </>
    ),
  },
  ...sumColumns((full) => `of ${bytesText(full)}`),
]

const monthColumns: readonly Column<BackendSize['months'][number], number>[] = [
  { head: 'Month', className: 'py-1.5 whitespace-nowrap', phone: { order: 1 }, cell: ({ month }) => month },
  ...sumColumns(() => 'of the largest'),
]

const stackColumns: readonly Column<BackendSize['stacks'][number], number>[] = [
  {
    head: 'Stack',
    className: 'py-1.5',
    phone: { order: 1 },
    cell: ({ name, stack }) =>
      stack === null ? (
        <span className="wrap-anywhere">
          {name} <span className="text-muted">removed, or not shown here</span>
        </span>
      ) : (
        <TextLink to={paths.stack(stack)} className="font-semibold wrap-anywhere">
          {name}
        </TextLink>
      ),
  },
  ...sumColumns(() => 'of the largest'),
]
