import { counted, plural } from '#words/counts.ts'
import { Notice } from '#src/ui/Notice.tsx'

/** Beside the command that imports a state: what the import removes from it. Nothing if no operation is pending. */
export const ImportDrops = ({ pending }: { pending: number }) =>
  pending > 0 && (
    <Notice tone="attention" announce="none" title="pulumi stack import drops pending operations">
      {counted(pending, 'operation')} {plural(pending, 'is', 'are')} still pending, and the command removes{' '}
      {plural(pending, 'it', 'them')} from the state. Resolve {plural(pending, 'it', 'them')} first if you can.
    </Notice>
  )
