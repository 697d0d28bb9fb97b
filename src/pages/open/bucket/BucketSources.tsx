import type { BucketStack } from '#src/features/offline/bucket.ts'
import type { Source } from '#src/features/offline/surveyBucket.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Button } from '#src/ui/Button.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number, plural } from '#words/counts.ts'

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

/** Where an intact state of a stack may be, in the order in which to look (GR-17). */
export const BucketSources = ({ name, sources, stack, onOpen }: Props) => (
  <Table label={`Copies of ${name}`} narrow="cards">
    <THead>
      <Tr>
        <Th>Copy</Th>
        <Th>Written</Th>
        <Th align="right">Resources</Th>
        <Th align="right">Pending</Th>
        <Th>Against the newest whole one</Th>
        <Th>
          <span className="sr-only">Open</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {sources.map((source) => {
        const file = fileOf(stack, source)
        return (
          <Tr key={source.path}>
            <Td className="min-w-40 font-medium max-sm:order-1">{places[source.place]}</Td>
            <Td className="whitespace-nowrap max-sm:order-3">
              <Time at={source.writtenAt} />
            </Td>
            {source.problem === undefined ? (
              <>
                <Td align="right" className="max-sm:order-4">
                  {number(source.entries)}
                  <span className="sm:hidden"> {plural(source.entries, 'resource', 'resources')}</span>
                </Td>
                <Td align="right" className="max-sm:order-6">
                  {number(source.pending)}
                  <span className="sm:hidden"> pending</span>
                </Td>
                <Td className="max-sm:order-5 sm:whitespace-nowrap">
                  <InCard>Differs:</InCard>
                  {differenceWords(source)}
                </Td>
              </>
            ) : (
              <Td colSpan={3} className="min-w-56 py-1 text-danger max-sm:order-4 max-sm:col-span-2">
                {source.problem}
              </Td>
            )}
            <Td align="right" className="max-sm:order-2">
              {file && source.problem === undefined && (
                <Button size="sm" aria-label={`Open: ${places[source.place]} of ${name}`} onClick={() => onOpen(file)}>
                  Open
                </Button>
              )}
            </Td>
          </Tr>
        )
      })}
    </TBody>
  </Table>
)

function differenceWords({ differs }: Source): string {
  if (!differs) return 'the newest whole one'
  const { added, removed, changed } = differs
  const parts = [removed > 0 && `${removed} fewer`, added > 0 && `${added} more`, changed > 0 && `${changed} different`]
  return parts.filter(Boolean).join(', ') || 'the same resources'
}

const fileOf = ({ file, backup, copies }: BucketStack, { place }: Source): ChosenFile | undefined =>
  ({ checkpoint: file, bak: backup, backup: copies.backup, history: copies.history })[place]
