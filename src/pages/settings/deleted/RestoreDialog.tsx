import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeletedStack } from '#contract/deletedStacks.ts'
import { shell } from '#domain/shell.ts'
import { deletedStackQueries, restoreStack } from '#src/api/deletedStacks.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
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
    <Dialog
      open
      sticky
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Bring ${ref.project}/${ref.stack} back?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="restore"
            look="primary"
            busy={restore.isPending}
            blocked={isLegal ? undefined : 'A name is 1 to 100 of A-Z a-z 0-9 _ . and -.'}
          >
            Restore
          </Button>
        </>
      }
    >
      <form
        id="restore"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isLegal) restore.mutate()
        }}
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
            Afterwards: <Mono>{shell`pulumi stack select ${ref.org}/${ref.project}/${wanted}`}</Mono>
          </p>
        )}
        {restore.isError && (
          <Notice tone="danger" title="The stack was not restored">
            {troubleOf(restore.error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
