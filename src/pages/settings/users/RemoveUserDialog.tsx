import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { removeUser, userQueries, userRemoval } from '#src/api/users.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { RevocationNotice } from '../tokens/RevocationNotice.tsx'

/** Confirms that a user is removed, and says what ends. */
export function RemoveUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const effect = useQuery(userRemoval(user.id))
  const remove = useMutation({
    mutationFn: () => removeUser(user.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: userQueries.all() })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${user.name}?`}
      verb="Remove"
      cancel="Keep"
      look="danger"
      blocked={effect.isPending ? 'Checking what would end.' : undefined}
      action={remove}
      failed="No one was removed"
      onClose={onClose}
    >
      <p>
        {user.isYou ? 'You are' : `${user.name} is`} signed out everywhere, and can no longer sign in. The history keeps
        what was done under this name.
      </p>
      <RevocationNotice
        effect={effect}
        failed="What would end could not be checked"
        verb="Ends"
        tokensAre="Tokens, with those created with them"
        nothing="No token, session or running update ends."
      />
    </ConfirmDialog>
  )
}
