import type { RetentionOfStack } from '#contract/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { type Column, CountInCard, InCard, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { plural } from '#words/counts.ts'

const columns: readonly Column<RetentionOfStack>[] = [
  {
    head: 'Stack',
    className: 'min-w-28 font-medium wrap-anywhere',
    phone: { order: 1 },
    cell: ({ ref, deletedAt }) =>
      deletedAt === null ? (
        <TextLink to={paths.versions(ref)}>
          {ref.project}/{ref.stack}
        </TextLink>
      ) : (
        <>
          {ref.project}/{ref.stack} <span className="font-normal text-muted">deleted</span>
        </>
      ),
  },
  {
    head: 'Versions',
    align: 'right',
    phone: { order: 2 },
    cell: ({ versions }) => <CountInCard count={versions} one="version" many="versions" />,
  },
  {
    head: 'From–to',
    className: 'whitespace-nowrap',
    phone: { order: 3 },
    cell: ({ versions, from, to }) => (
      <>
        <InCard>{plural(versions, 'Number', 'Numbers')}</InCard>
        {from === to ? from : `${from}–${to}`}
      </>
    ),
  },
  {
    head: 'Size',
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 4 },
    cell: ({ bytes }) => bytesText(bytes),
  },
]

/** What a rule removes from each stack. */
export const RetentionTable = ({ stacks }: { stacks: readonly RetentionOfStack[] }) => (
  <Table
    label="Versions to remove"
    maxHeight="32rem"
    className="border-t border-line"
    columns={columns}
    rows={stacks}
    rowKey={({ id }) => id}
  />
)
