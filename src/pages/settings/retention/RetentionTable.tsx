import type { RetentionOfStack } from '#contract/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { number } from '#words/counts.ts'

/** What a rule removes from each stack. */
export const RetentionTable = ({ stacks }: { stacks: readonly RetentionOfStack[] }) => (
  <Table label="Versions to remove" maxHeight="32rem" className="border-t border-line">
    <THead>
      <Tr>
        <Th>Stack</Th>
        <Th align="right">Versions</Th>
        <Th>From–to</Th>
        <Th align="right">Size</Th>
      </Tr>
    </THead>
    <TBody>
      {stacks.map(({ id, ref, deletedAt, versions, from, to, bytes }) => (
        <Tr key={id}>
          <Td className="min-w-28 font-medium wrap-anywhere">
            {deletedAt === null ? (
              <TextLink to={paths.versions(ref)}>
                {ref.project}/{ref.stack}
              </TextLink>
            ) : (
              <>
                {ref.project}/{ref.stack} <span className="font-normal text-muted">deleted</span>
              </>
            )}
          </Td>
          <Td align="right">{number(versions)}</Td>
          <Td className="whitespace-nowrap">{from === to ? from : `${from}–${to}`}</Td>
          <Td align="right" className="whitespace-nowrap">
            {bytesText(bytes)}
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
