import Download from 'lucide-react/icons/download'
import { auditLinesPath } from '#src/api/audit.ts'
import { filterOf } from '#src/features/views/timedList.ts'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { buttonClasses } from '#src/ui/buttonLook.ts'
import { filterWords } from '#src/ui/ListFilters.tsx'
import { SERVER_LOGIN } from '#words/personName.ts'
import { FILTERS } from './AuditFilters.tsx'
import { address, type AddressValues } from './filter.ts'

const USUAL = [
  { name: 'All events', search: '' },
  { name: 'Last 24 hours', search: 'since=24h' },
  { name: 'Failed sign-ins', search: 'action=signin.failed' },
  { name: 'Decrypted secrets', search: 'action=secrets.decrypt' },
  { name: 'Allowed steps', search: 'action=approval.allow' },
  { name: 'Refused steps', search: 'action=approval.refuse' },
  { name: 'Recoveries', search: 'action=state.recovery' },
  { name: 'Deleted stacks', search: 'action=stack.delete' },
  { name: 'By the server itself', search: `login=${SERVER_LOGIN}` },
]

/** The views of the log, and its export. */
export function AuditViews({ choice }: { choice: AddressValues }) {
  const isNarrowed = filterWords(FILTERS, choice) !== ''
  return (
    <>
      <ViewsMenu list="audit" search={new URLSearchParams(address.query(choice)).toString()} usual={USUAL} />
      <a
        href={auditLinesPath(filterOf(choice))}
        download="holdfast-audit.jsonl"
        title={
          isNarrowed
            ? 'All events that match the filter, on every page, as lines of JSON'
            : 'The whole log, as lines of JSON'
        }
        className={buttonClasses('quiet', 'md', false)}
      >
        <Download aria-hidden /> {isNarrowed ? 'Export matching events' : 'Export all events'}
      </a>
    </>
  )
}
