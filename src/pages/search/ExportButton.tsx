import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { findAll } from '#src/api/search.ts'
import { csv, saveCsv } from '#src/lib/csv.ts'
import { Button } from '#src/ui/Button.tsx'
import { number } from '#words/counts.ts'
import { fullName } from '#domain/stackName.ts'

const HEADS = ['stack', 'name', 'type', 'id', 'provider', 'provider name', 'protected', 'urn']

/** Exports all results for a spreadsheet, not only those shown. `isBehind`: more of them come. */
export function ExportButton({ query, isBehind }: { query: string; isBehind: boolean }) {
  const save = useMutation({
    mutationFn: () => findAll(query),
    onSuccess: ({ resources }) =>
      saveCsv(
        'resources.csv',
        csv(
          HEADS,
          resources.map((each) => [
            fullName(each.stack),
            each.name,
            each.type,
            each.id,
            each.provider,
            each.providerName,
            each.isProtected,
            each.urn,
          ]),
        ),
      ),
  })
  return (
    <>
      <span role="status" className="text-sm text-muted">
        {save.isError && 'Not exported: the server did not answer. Try again.'}
        {save.data?.isMore && `Exported the first ${number(save.data.resources.length)}; there are more.`}
      </span>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden /> {isBehind ? 'Export what is found' : 'Export CSV'}
      </Button>
    </>
  )
}
