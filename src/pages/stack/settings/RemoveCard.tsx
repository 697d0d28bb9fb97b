import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { sessionQueries } from '#src/api/session.ts'
import { removeStack, useNamedStack } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { TypedName, whyNotTyped } from '#src/ui/TypedName.tsx'
import { counted } from '#words/counts.ts'
import { commandsOf } from '../stackCommands.ts'

type Props = { stack: StackRef; resourceCount: number }

/** Deletes the stack from this server, after its name was typed; its resources are not destroyed. */
export function RemoveCard({ stack, resourceCount }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { data: session } = useQuery(sessionQueries.current())
  const { destroy, remove } = commandsOf(useNamedStack(stack))
  return (
    <Card look="section" title="Delete">
      <div className="flex flex-col gap-3">
        <p>
          Destroy the resources first, then delete the stack. A deleted stack can be restored for at least 30 days, with
          its history and versions,{' '}
          {session?.scope === 'admin' ? (
            <>
              in <TextLink to={paths.settings.deleted()}>Settings → Deleted stacks</TextLink>.
            </>
          ) : (
            'by an administrator, in Settings → Deleted stacks.'
          )}
        </p>
        <div>
          <Button look="danger" onClick={() => setAsking(true)}>
            Delete stack…
          </Button>
        </div>
        <p className="text-muted">With the CLI:</p>
        <CodeLine code={destroy} />
        <CodeLine code={remove} />
      </div>
      {isAsking && <AskRemove stack={stack} resourceCount={resourceCount} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function AskRemove({ stack, resourceCount, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [force, setForce] = useState(false)
  const name = fullName(stack)
  const remove = useMutation({
    mutationFn: () => removeStack(stack, { confirm: typed, force }),
    onSuccess: async () => {
      await navigate(paths.stacks())
      await client.invalidateQueries()
    },
  })
  const blocked = resourceCount > 0 && !force ? 'The stack still has resources.' : whyNotTyped(name, typed)
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      verb="Delete stack"
      look="danger"
      blocked={blocked}
      action={remove}
      failed="Not deleted"
      onClose={onClose}
      sticky
    >
      {resourceCount > 0 && (
        <>
          <Notice tone="danger" announce="none" title={`Its state has ${counted(resourceCount, 'resource')}`}>
            They are not destroyed: they keep running, cost money, and no stack tracks them.
          </Notice>
          <Checkbox label="Delete it all the same" checked={force} onChange={setForce} />
        </>
      )}
      <TypedName name={name} of="stack" typed={typed} onType={setTyped} />
    </ConfirmDialog>
  )
}
