import type { BucketStack } from '#src/features/offline/bucket.ts'
import type { Source } from '#src/features/offline/surveyBucket.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Button } from '#src/ui/Button.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'

type Props = {
  name: string
  sources: readonly Source[]
  stack: BucketStack
  onOpen: (file: ChosenFile) => void
}

const places = {
  checkpoint: 'Checkpoint',
  bak: 'Before the last write (.bak)',
  backup: 'Newest in backups',
  history: 'Newest in history',
} as const satisfies Record<Source['place'], string>

const unlessProblem = ({ problem }: Source) => (problem === undefined ? 1 : 0)

const columns: readonly Column<Source, Omit<Props, 'sources'>>[] = [
  { head: 'Copy', className: 'min-w-40 font-medium', phone: { order: 1 }, cell: ({ place }) => places[place] },
  {
    head: 'Written',
    className: 'whitespace-nowrap',
    phone: { order: 3 },
    cell: ({ writtenAt }) => <Time at={writtenAt} />,
  },
  {
    head: 'Resources',
    align: 'right',
    // A problem takes the place of this column and the next two.
    span: ({ problem }) => (problem === undefined ? 1 : 3),
    className: ({ problem }) =>
      problem === undefined ? undefined : 'min-w-56 py-1 text-left! text-danger max-sm:col-span-2',
    phone: { order: 4 },
    cell: ({ problem, entries }) => problem ?? <CountInCard count={entries} one="resource" many="resources" />,
  },
  {
    head: 'Pending',
    span: unlessProblem,
    align: 'right',
    phone: { order: 6 },
    cell: ({ pending }) => <CountInCard count={pending} one="pending" many="pending" />,
  },
  {
    head: 'Against the newest whole one',
    span: unlessProblem,
    className: 'sm:whitespace-nowrap',
    phone: { order: 5, label: 'Differs:' },
    cell: differenceWords,
  },
  {
    head: 'Open',
    isHeadHidden: true,
    align: 'right',
    phone: { order: 2 },
    cell: (source, { name, stack, onOpen }) => {
      const file = fileOf(stack, source)
      return (
        file &&
        source.problem === undefined && (
          <Button size="sm" aria-label={`Open: ${places[source.place]} of ${name}`} onClick={() => onOpen(file)}>
            Open
          </Button>
        )
      )
    },
  },
]

/** Where an intact state of a stack may be, in the order in which to look (GR-17). */
export const BucketSources = ({ sources, ...context }: Props) => (
  <Table
    label={`Copies of ${context.name}`}
    columns={columns}
    rows={sources}
    rowKey={({ path }) => path}
    context={context}
  />
)

function differenceWords({ differs }: Source): string {
  if (!differs) return 'the newest whole one'
  const { added, removed, changed } = differs
  const parts = [removed > 0 && `${removed} fewer`, added > 0 && `${added} more`, changed > 0 && `${changed} different`]
  return parts.filter(Boolean).join(', ') || 'the same resources'
}

const fileOf = ({ file, backup, copies }: BucketStack, { place }: Source): ChosenFile | undefined =>
  ({ checkpoint: file, bak: backup, backup: copies.backup, history: copies.history })[place]
