import { useSuspenseQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo } from 'react'
import { auditQueries } from '#src/api/audit.ts'
import { ListFoot } from '#src/features/views/ListFoot.tsx'
import { everything, filterOf } from '#src/features/views/timedList.ts'
import { hiddenIn } from '#src/lib/hiddenColumns.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { FilterRow, filterWords } from '#src/ui/ListFilters.tsx'
import { FILTERS } from './AuditFilters.tsx'
import { AuditTable, COLUMNS } from './AuditTable.tsx'
import { address, type Change, type AddressValues } from './filter.ts'

type Props = { choice: AddressValues; onChange: (change: Change) => void }

/** The events that match the filter, newest first. */
export function AuditLog({ choice, onChange }: Props) {
  const { data, dataUpdatedAt } = useSuspenseQuery(auditQueries.page(filterOf(choice)))
  const hidden = useMemo(() => hiddenIn(choice.hide, COLUMNS), [choice.hide])
  const to = (next?: Change) => paths.settings.audit(address.query(choice, next))
  const names = useNamesByLogin()
  const words = filterWords(FILTERS, choice)
  const isWhole = words === '' && choice.before === undefined
  return (
    <>
      <FilterRow filters={FILTERS} values={choice} onChange={onChange} extra={{ people: data.people, names, hidden }} />
      <Card padding="none">
        {data.entries.length > 0 ? (
          <AuditTable
            entries={data.entries}
            hidden={hidden}
            onFilter={onChange}
            dayPath={(day) => to({ day, since: undefined })}
          />
        ) : isWhole ? (
          <EmptyState Icon={ScrollText} title="No events yet" />
        ) : (
          <EmptyState
            Icon={SearchX}
            title="No matching events"
            action={<Button onClick={() => onChange(everything(address))}>Show everything</Button>}
          >
            {words && <>Filter: {words}.</>}
          </EmptyState>
        )}
      </Card>
      <ListFoot updatedAt={dataUpdatedAt} isFirst={choice.before === undefined} older={data.older} to={to} />
    </>
  )
}
