import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { StateVersion } from '#contract/stacks.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { bytesText } from '#words/bytes.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime, Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'
import { VersionActions } from './VersionActions.tsx'

type Props = {
  stack: StackRef
  versions: readonly z.infer<typeof StateVersion>[]
  /** The current version. */
  current: number
  /** The versions selected for comparison. */
  chosen: readonly number[]
  onToggle: (version: number) => void
}

function AuthorName({ by: { login }, ci }: Pick<UpdateBrief, 'by' | 'ci'>) {
  const name = useRunnerName(login, ci)
  return (
    <span className="inline-flex items-center gap-1.5 text-ink" title={login}>
      <Avatar name={name} login={login} isBot={ci !== null} /> {name}
    </span>
  )
}

/** The versions of a stack, newest first. A version removed by retention still has its row. */
export const VersionsTable = ({ stack, versions, current, chosen, onToggle }: Props) => (
  <Table label="State versions" narrow="cards">
    <THead>
      <Tr>
        <Th>
          <span className="sr-only">Compare</span>
        </Th>
        <Th>Version</Th>
        <Th>When</Th>
        <Th>Written by</Th>
        <Th align="right">Resources</Th>
        <Th align="right">Pending</Th>
        <Th align="right">Size</Th>
        <Th>Integrity</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {versions.map(({ version, at, update, resourceCount, pendingCount, bytes, integrity, removedAt }) => (
        <Tr key={version}>
          <Td className="w-10 max-sm:order-2 max-sm:ml-auto">
            {removedAt === null && (
              <Checkbox
                hideLabel
                label={`Compare version ${version}`}
                checked={chosen.includes(version)}
                onChange={() => onToggle(version)}
              />
            )}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-1 max-sm:text-base">
            <span className="sr-only">Version </span>
            <span className="font-semibold">{version}</span>
            {version === current && <span className="text-muted"> now</span>}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-4">
            <DatedTime at={at} look="cell" />
          </Td>
          <Td className="max-w-96 py-1 sm:min-w-48 max-sm:order-3 max-sm:col-span-2">
            <TextLink
              to={update.version === null ? paths.preview(stack, update.id) : paths.update(stack, update.version)}
            >
              {update.kind} {update.version}
            </TextLink>{' '}
            <span className="ml-1 inline-flex items-center gap-1.5 text-muted">
              by <AuthorName by={update.by} ci={update.ci} />
            </span>
            {update.message !== '' && (
              <span className="line-clamp-1 text-muted" title={update.message}>
                {update.message}
              </span>
            )}
          </Td>
          <Td align="right" className="max-sm:order-5 max-sm:after:content-['_resources']">
            {number(resourceCount)}
          </Td>
          <Td
            align="right"
            className={cx(
              "max-sm:order-7 max-sm:after:content-['_pending']",
              pendingCount > 0 ? 'font-medium text-attention' : 'text-muted',
            )}
          >
            {number(pendingCount)}
          </Td>
          <Td align="right" className="whitespace-nowrap max-sm:order-9 max-sm:self-center">
            {bytesText(bytes)}
          </Td>
          <Td className="sm:min-w-32 max-sm:order-6">
            {removedAt !== null ? (
              <span className="text-muted">
                state removed <Time at={removedAt} />
              </span>
            ) : integrity === null ? (
              <Status tone="ok" className="align-middle">
                verified
              </Status>
            ) : (
              <span className="text-danger">{integrity}</span>
            )}
          </Td>
          <Td align="right" className="px-2 whitespace-nowrap max-sm:order-8 max-sm:justify-self-start">
            {removedAt === null && (
              <VersionActions
                stack={stack}
                version={version}
                base={update.version === null ? null : version - 1}
                current={current}
              />
            )}
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
