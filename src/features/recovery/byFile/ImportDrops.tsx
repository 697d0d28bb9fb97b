import type { StackRef } from '#contract/common.ts'
import { paths } from '#src/lib/paths.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, plural } from '#words/counts.ts'

/** Beside the command that imports a state: what the import removes from it. Nothing if no operation is pending. */
export const ImportDrops = ({ stack, pending }: { stack: StackRef; pending: number }) =>
  pending > 0 && (
    <Notice
      tone="attention"
      announce="none"
      title={
        <>
          <code>pulumi stack import</code> drops pending operations
        </>
      }
    >
      {counted(pending, 'operation')} {plural(pending, 'is', 'are')} still pending, and the command removes{' '}
      {plural(pending, 'it', 'them')} from the state. <TextLink to={paths.recover(stack)}>Resolve</TextLink>{' '}
      {plural(pending, 'it', 'them')} first if you can.
    </Notice>
  )
