import Download from 'lucide-react/icons/download'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { StateVersion } from '#contract/stacks.ts'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { buttonClasses } from '#src/ui/buttonLook.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'
import { StateDownload } from './StateDownload.tsx'

type Props = {
  stack: StackRef
  versions: readonly z.infer<typeof StateVersion>[]
  /** The version that counts now. */
  current: number
  /** Those that were chosen to be compared. */
  chosen: readonly number[]
  onToggle: (version: number) => void
}

/** The states that a stack went through, newest first; of those that a retention removed, the facts remain. */
export const VersionsTable = ({ stack, versions, current, chosen, onToggle }: Props) => (
  <Table label="State versions">
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
          <span className="sr-only">Download</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {versions.map(({ version, at, update, resourceCount, pendingCount, bytes, integrity, removedAt }) => (
        <Tr key={version}>
          <Td className="w-10">
            {removedAt === null && (
              <Checkbox
                hideLabel
                label={`Compare version ${version}`}
                checked={chosen.includes(version)}
                onChange={() => onToggle(version)}
              />
            )}
          </Td>
          <Td className="whitespace-nowrap">
            <span className="font-semibold">{version}</span>
            {version === current && <span className="text-muted"> now</span>}
          </Td>
          <Td className="whitespace-nowrap">
            <Time at={at} />
          </Td>
          <Td className="max-w-96 min-w-48 py-1">
            <TextLink
              to={update.version === null ? paths.preview(stack, update.id) : paths.update(stack, update.version)}
            >
              {update.kind} {update.version}
            </TextLink>{' '}
            <span className="text-muted">by {update.by.login}</span>
            {update.message !== '' && (
              <span className="line-clamp-1 text-muted" title={update.message}>
                {update.message}
              </span>
            )}
          </Td>
          <Td align="right">{number(resourceCount)}</Td>
          <Td align="right" className={pendingCount > 0 ? 'font-medium text-attention' : 'text-muted'}>
            {number(pendingCount)}
          </Td>
          <Td align="right" className="whitespace-nowrap">
            {bytesText(bytes)}
          </Td>
          <Td className="min-w-32">
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
          <Td align="right" className="w-10 px-2">
            {removedAt === null && (
              <StateDownload
                stack={stack}
                version={version}
                aria-label={`Download version ${version}`}
                title="Download: for pulumi stack import, ciphertexts as they are stored"
                className={buttonClasses('plain', 'sm', false, 'px-1.5')}
              >
                <Download aria-hidden />
              </StateDownload>
            )}
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
