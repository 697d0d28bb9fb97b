import Database from 'lucide-react/icons/database'
import { heldText } from './words.ts'

/** What may be lost with a resource that holds data: a database, the contents of a bucket. */
export const HeldData = ({ holds }: { holds: string }) => (
  <span className="inline-flex items-baseline gap-1.5 font-medium whitespace-nowrap text-danger">
    <Database className="size-4 shrink-0 self-center" aria-hidden />
    {heldText(holds)}
  </span>
)
