import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { shell } from '#domain/shell.ts'
import { cliName, fullName, inProject } from '#domain/stackName.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { sessionQueries } from '#src/api/session.ts'
import { renameStack, transferStack, useNamedStack } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** Changes name, project and organization, one after the other, as the service does. */
export function RenameCard({ stack }: { stack: StackRef }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const named = useNamedStack(stack)
  const { data: session } = useQuery(sessionQueries.current())
  const [to, setTo] = useState(stack)
  const move = useMutation({
    mutationFn: async () => {
      const renamed = to.stack !== stack.stack || to.project !== stack.project ? await renameStack(stack, to) : stack
      return to.org === stack.org ? renamed : transferStack(renamed, to.org)
    },
    onSuccess: async (ref) => {
      await navigate(paths.options(ref))
      await client.invalidateQueries()
    },
  })
  const name = fullName(to)
  const isSame = name === fullName(stack)
  const isRename = to.org === stack.org
  return (
    <Card look="section" title="Rename or move">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame) move.mutate()
        }}
      >
        <p>
          Secrets and the history stay with the stack, and the URNs in its state are rewritten to the new name. Change
          the project’s <code>Pulumi.yaml</code> before the next update if its project changes.
        </p>
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            label="Organization"
            value={to.org}
            onChange={(org) => setTo({ ...to, org })}
            list="organizations"
            spellCheck={false}
          />
          <TextField
            label="Project"
            value={to.project}
            onChange={(project) => setTo({ ...to, project })}
            spellCheck={false}
          />
          <TextField
            label="Stack"
            value={to.stack}
            onChange={(next) => setTo({ ...to, stack: next })}
            spellCheck={false}
          />
        </div>
        <datalist id="organizations">
          {session?.organizations.map((org) => (
            <option key={org} value={org}>
              {org}
            </option>
          ))}
        </datalist>
        {move.error && (
          <Notice tone="danger" title="Not renamed">
            {troubleOf(move.error).detail}
          </Notice>
        )}
        <div>
          <Button
            type="submit"
            look="primary"
            busy={move.isPending}
            blocked={isSame ? 'Change the name, the project or the organization.' : undefined}
          >
            Rename
          </Button>
        </div>
        {isRename ? (
          <>
            <p className="text-muted">With the CLI, whose rename can’t change the organization:</p>
            <CodeLine
              code={shell`pulumi stack rename --stack ${cliName(named)} ${isSame ? 'NEW-NAME' : cliName(inProject({ ...named, stack: to.stack }, to.project))}`}
            />
          </>
        ) : (
          <p className="text-muted">The CLI has no command for this: its rename can’t change the organization.</p>
        )}
      </form>
    </Card>
  )
}
