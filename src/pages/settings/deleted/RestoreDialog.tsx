import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeletedStack } from '#contract/deletedStacks.ts'
import { shell } from '#domain/shell.ts'
import { fullName } from '#domain/stackName.ts'
import { deletedStackQueries, restoreStack } from '#src/api/deletedStacks.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { number } from '#words/counts.ts'

const NAME = /^[A-Za-z0-9_.-]{1,100}$/

/** Confirms that a deleted stack is restored: under which name, and what that means. */
export function RestoreDialog({ stack, onClose }: { stack: DeletedStack; onClose: () => void }) {
  const { id, ref, isNameTaken, version, resourceCount } = stack
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(isNameTaken ? `${ref.stack}-restored` : ref.stack)
  const wanted = name.trim()
  const isOther = wanted !== ref.stack
  const restore = useMutation({
    mutationFn: () => restoreStack(ref.org, id, isOther ? wanted : undefined),
    onSuccess: async ({ ref: back }) => {
      await navigate(paths.stack(back))
      await Promise.all(
        [deletedStackQueries.all(), stackQueries.all()].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
  const isLegal = NAME.test(wanted) && wanted !== '.' && wanted !== '..'
  return (
    <ConfirmDialog
      title={`Bring ${ref.project}/${ref.stack} back?`}
      verb="Restore"
      blocked={isLegal ? undefined : 'A name is 1 to 100 of A-Z a-z 0-9 _ . and -.'}
      action={restore}
      failed="The stack was not restored"
      onClose={onClose}
      sticky
      isForm
    >
      <p>
        {resourceCount === 0 ? 'Its state' : `Its state with ${number(resourceCount)} resources`}, its history
        {version > 0 && ` up to version ${number(version)}`}, tags and secrets are restored. Cloud resources do not
        change. Preview a refresh before you update it, because they may have changed or be gone.
      </p>
      <TextField
        label="Stack name"
        mono
        hint={
          isOther
            ? `The name is part of every URN: they are rewritten, as by pulumi stack rename, in a new version.`
            : `In the project ${ref.project}, as it was.`
        }
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={setName}
      />
      {isNameTaken && (
        <p className="text-muted">Another stack is called {ref.stack} by now; this one needs a name of its own.</p>
      )}
      {isOther && isLegal && (
        <p>
          Afterwards: <Mono>{shell`pulumi stack select ${fullName({ ...ref, stack: wanted })}`}</Mono>
        </p>
      )}
    </ConfirmDialog>
  )
}
