import { useMutation } from '@tanstack/react-query'
import type { Backend } from '#contract/backends.ts'
import { disconnectBackend } from '#src/api/backends.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { counted, plural } from '#words/counts.ts'

type Props = { backend: Backend; onDone: () => Promise<unknown>; onClose: () => void }

/** Confirms that a backend is disconnected, and says what is removed here and what stays there. */
export function DisconnectDialog({ backend: { name, address, stacks, keepsCopies }, onDone, onClose }: Props) {
  const disconnect = useMutation({
    mutationFn: () => disconnectBackend(name),
    onSuccess: async () => {
      await onDone()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      verb="Disconnect"
      cancel="Keep"
      look="danger"
      action={disconnect}
      failed="Not disconnected"
      onClose={onClose}
    >
      <p>
        {counted(stacks, 'stack')} of {name} no longer {plural(stacks, 'appears', 'appear')} here. Nothing changes in{' '}
        <code className="wrap-anywhere">{address}</code>.
      </p>
      {keepsCopies && (
        <p>
          The copies of states that Holdfast has kept are removed too. A backend keeps one earlier state itself, and
          those of its history.
        </p>
      )}
    </ConfirmDialog>
  )
}
