import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { troubleOf } from '#src/api/problem.ts'
import { removeUser, userQueries } from '#src/api/users.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Asks before a user is removed, and says what ends. */
export function RemoveUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeUser(user.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: userQueries.all() })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Remove ${user.login}?`}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          {user.isYou ? 'You are' : `${user.name} is`} signed out everywhere, sign-in links and{' '}
          {user.tokenCount === 1 ? 'one access token end' : `${user.tokenCount} access tokens end`} at once. What was
          done under this name stays in the history. An update that runs keeps its lease to the end.
        </p>
        {remove.isError && (
          <Notice tone="danger" title="Nobody was removed">
            {troubleOf(remove.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
