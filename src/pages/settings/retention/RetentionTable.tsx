import type { RetentionOfStack } from '#contract/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { number, plural } from '#words/counts.ts'

/** What a rule removes from each stack. */
export const RetentionTable = ({ stacks }: { stacks: readonly RetentionOfStack[] }) => (
  <Table label="Versions to remove" maxHeight="32rem" narrow="cards" className="border-t border-line">
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
          <Td className="min-w-28 font-medium wrap-anywhere max-sm:order-1">
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
          <Td align="right" className="max-sm:order-2">
            {number(versions)}
            <span className="sm:hidden"> {plural(versions, 'version', 'versions')}</span>
          </Td>
          <Td className="whitespace-nowrap max-sm:order-3">
            <InCard>{plural(versions, 'Number', 'Numbers')}</InCard>
            {from === to ? from : `${from}–${to}`}
          </Td>
          <Td align="right" className="whitespace-nowrap max-sm:order-4">
            {bytesText(bytes)}
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
