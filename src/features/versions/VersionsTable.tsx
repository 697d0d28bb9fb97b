import type { StackRef } from '#contract/common.ts'
import { originInFull } from '#domain/backends/keptWords.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { plural } from '#words/counts.ts'
import { bytesText } from '#words/bytes.ts'
import { UNRECORDED_LOGIN } from '#words/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime, Time } from '#src/ui/Time.tsx'
import { AlsoIn, COPY_PLACES, CopyFile, CopyVerdict } from './copies/CopyParts.tsx'
import type { VersionRow } from './copies/versionRows.ts'
import { VersionActions } from './VersionActions.tsx'

type Props = {
  stack: StackRef
  versions: readonly VersionRow[]
  /** The current version. */
  current: number
  /** The versions selected for comparison. */
  chosen: readonly number[]
  onToggle: (version: number) => void
}

/** Whether it can be compared with the version before it: a run made it from that one, or it was seen after it. */
const hasFormer = ({ update, source, version }: VersionRow): boolean =>
  update?.version != null || (source === 'seen' && version > 1)

function AuthorName({ by: { login }, ci, agent }: Pick<UpdateBrief, 'by' | 'ci' | 'agent'>) {
  const name = useRunnerName(login, ci)
  return (
    <span className="inline-flex items-center gap-1.5 text-ink" title={login}>
      <Avatar name={name} login={login} isBot={ci !== null} /> {name}
      <AgentBadge agent={agent} />
    </span>
  )
}

/** What wrote a version. */
const Origin = ({ row: { update, source }, stack }: { row: VersionRow; stack: StackRef }) =>
  update === null ? (
    <span className="text-muted">{originInFull(stack)}</span>
  ) : (
    <>
      <TextLink to={update.version === null ? paths.preview(stack, update.id) : paths.update(stack, update.version)}>
        {update.kind} {update.version}
      </TextLink>{' '}
      {(update.ci !== null || update.by.login !== UNRECORDED_LOGIN) && (
        <span className="ml-1 inline-flex items-center gap-1.5 text-muted">
          by <AuthorName by={update.by} ci={update.ci} agent={update.agent} />
        </span>
      )}
      {update.message !== '' && (
        <span className="line-clamp-1 text-muted" title={update.message}>
          {update.message}
        </span>
      )}
      {source === 'history' && <span className="block text-xs text-muted">from the history of the backend</span>}
    </>
  )

const columns: readonly Column<VersionRow, Omit<Props, 'versions'>>[] = [
  {
    head: 'Compare',
    isHeadHidden: true,
    className: 'w-10 max-sm:ml-auto',
    phone: { order: 2 },
    cell: ({ version, removedAt, copy }, { chosen, onToggle }) =>
      removedAt === null &&
      copy === undefined && (
        <Checkbox
          hideLabel
          label={`Compare version ${version}`}
          checked={chosen.includes(version)}
          onChange={() => onToggle(version)}
        />
      ),
  },
  {
    head: 'Version',
    className: 'whitespace-nowrap max-sm:text-base',
    phone: { order: 1 },
    cell: ({ version, copy }, { current }) =>
      copy ? (
        <span className="text-muted">copy</span>
      ) : (
        <>
          <span className="sr-only">Version </span>
          <span className="font-semibold">{version}</span>
          {version === current && <span className="text-muted"> now</span>}
        </>
      ),
  },
  {
    head: 'When',
    className: 'whitespace-nowrap',
    phone: { order: 4 },
    cell: ({ at }) => <DatedTime at={at} look="cell" />,
  },
  {
    head: 'Written by',
    className: 'max-w-96 py-1 sm:min-w-48',
    phone: { order: 3, isWide: true },
    cell: (row, { stack }) =>
      row.copy ? (
        <>
          {COPY_PLACES[row.copy.place]}
          <CopyFile copy={row.copy} stack={stack} />
          {row.copy.commands.length > 0 && (
            <Disclosure summary="Restore by hand">
              <TerminalLines lines={row.copy.commands} />
            </Disclosure>
          )}
        </>
      ) : (
        <>
          <Origin row={row} stack={stack} />
          {row.also && <AlsoIn copies={row.also} />}
        </>
      ),
  },
  {
    head: 'Resources',
    align: 'right',
    phone: { order: 5 },
    cell: ({ resourceCount, copy }) =>
      copy?.problem == null && <CountInCard count={resourceCount} one="resource" many="resources" />,
  },
  {
    head: 'Pending',
    align: 'right',
    className: ({ pendingCount }) => (pendingCount > 0 ? 'font-medium text-attention' : 'text-muted'),
    phone: { order: 7 },
    cell: ({ pendingCount, copy }) =>
      copy?.problem == null && <CountInCard count={pendingCount} one="pending" many="pending" />,
  },
  {
    head: 'Size',
    align: 'right',
    className: 'whitespace-nowrap max-sm:self-center',
    phone: { order: 9 },
    cell: ({ bytes }) => bytesText(bytes),
  },
  {
    head: 'Integrity',
    className: 'sm:min-w-32',
    phone: { order: 6 },
    cell: ({ removedAt, integrity, copy }) =>
      copy ? (
        <CopyVerdict copy={copy} hasPending={false} />
      ) : removedAt !== null ? (
        <span className="text-muted">
          state removed <Time at={removedAt} />
        </span>
      ) : integrity === null ? (
        <Status tone="ok" className="align-middle">
          Valid
        </Status>
      ) : (
        <span className="text-danger">{integrity}</span>
      ),
  },
  {
    ...ACTIONS,
    className: 'px-2 whitespace-nowrap max-sm:justify-self-start',
    phone: { order: 8 },
    cell: (row, { stack, current }) =>
      row.removedAt === null &&
      row.copy === undefined && (
        <VersionActions
          stack={stack}
          version={row.version}
          base={hasFormer(row) ? row.version - 1 : null}
          current={current}
        />
      ),
  },
]

/** The versions of a stack, newest first, with copies in its backend. A version removed by retention still has its row. */
export const VersionsTable = ({ versions, ...context }: Props) => (
  <Table
    label="State versions"
    columns={columns}
    rows={versions}
    rowKey={({ version, copy }) => (copy ? `${copy.key} ${copy.version}` : version)}
    context={context}
    above={(row, previous, width) =>
      row.source !== undefined &&
      previous !== undefined &&
      previous.version - row.version > 1 && <Gap from={row.version + 1} to={previous.version - 1} columns={width} />
    }
  />
)

/** Runs of a connected backend of which no state could be read. */
const Gap = ({ from, to, columns: width }: { from: number; to: number; columns: number }) => (
  <tr className="max-sm:!block">
    <td colSpan={width} className="border-b border-line bg-sunken px-3 py-1 text-sm text-muted max-sm:block">
      {from === to ? `Version ${from}` : `Versions ${from} to ${to}`}: the {plural(1 + to - from, 'run is', 'runs are')}{' '}
      known, but no {plural(1 + to - from, 'state', 'states')} of {plural(1 + to - from, 'it', 'them')}.
    </td>
  </tr>
)
