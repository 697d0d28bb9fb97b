import type { Collision } from '#contract/leases.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { runTitle } from '#src/features/lease/words.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

const columns: readonly Column<Collision, { hideOrg: boolean }>[] = [
  {
    head: 'Stack',
    className: 'min-w-34',
    phone: { order: 1 },
    cell: ({ stack }, { hideOrg }) => <StackName stack={stack} hideOrg={hideOrg} />,
  },
  { head: 'Blocked', className: 'py-1', phone: { order: 3 }, cell: ({ refused }) => <HolderName actor={refused} /> },
  {
    head: 'By',
    className: 'py-1',
    phone: { order: 5, isWide: true, label: 'by' },
    cell: ({ stack, holder, ci, version, kind }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {holder && <HolderName actor={{ ...holder, tokenName: null }} ci={ci} />}{' '}
        {holder === null || kind === null ? (
          <span className="text-attention">maintenance lock</span>
        ) : (
          version !== null && <TextLink to={paths.update(stack, version)}>{runTitle({ kind, version })}</TextLink>
        )}
      </span>
    ),
  },
  {
    head: 'Times',
    align: 'right',
    className: 'max-sm:self-center',
    phone: { order: 4 },
    cell: ({ times }) => <CountInCard count={times} one="time" many="times" />,
  },
  {
    head: 'Last',
    className: 'whitespace-nowrap text-muted',
    phone: { order: 2, align: 'right' },
    cell: ({ last }) => <Time at={last} look="cell" />,
  },
  {
    head: 'Blocked for',
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 6, isWide: true, align: 'left', label: 'blocked for' },
    cell: ({ first, until }) =>
      until === null ? <Elapsed since={first} /> : until - first < 1000 ? 'less than 1s' : durationText(until - first),
  },
]

/** The blocked attempts of this week: who was blocked by whom, and for how long. `hasForeign`: stacks are locked in connected backends. */
export const Collisions = ({ collisions, hasForeign }: { collisions: readonly Collision[]; hasForeign: boolean }) => (
  <Card
    look="section"
    title="Blocked attempts this week"
    padding="none"
    actions={collisions.length > 0 && <span className="text-muted">{number(total(collisions))}</span>}
  >
    {collisions.length === 0 ? (
      <p className="px-3 py-6 text-center text-balance text-muted">
        {hasForeign
          ? 'No one was blocked on this server in the last 7 days. A run that a lock file blocks leaves no trace in its backend.'
          : 'No one was blocked in the last 7 days.'}
      </p>
    ) : (
      <Table
        label="Blocked attempts this week"
        columns={columns}
        rows={collisions}
        rowKey={({ first, refused, version }) => `${first}:${refused.login}:${version}`}
        context={{ hideOrg: hasOneOrg(collisions.map(({ stack }) => stack)) }}
      />
    )}
  </Card>
)

const total = (collisions: readonly Collision[]): number => collisions.reduce((sum, { times }) => sum + times, 0)
