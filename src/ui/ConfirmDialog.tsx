import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  isOpen?: boolean
  title: string
  /** What happens, and the fields. */
  children: ReactNode
  /** Label of the button that confirms. */
  verb: string
  cancel?: string
  look?: 'primary' | 'danger'
  /** Why it cannot be confirmed now. */
  blocked?: string | undefined
  /** What confirming does: a mutation without variables. */
  action: { mutate: () => void; isPending: boolean; error: Error | null }
  /** Title of the notice when `action` fails; without it, `children` show the error. */
  failed?: string
  onClose: () => void
  /** A click outside does not close it: for input that took work. */
  sticky?: boolean
  /** *Enter* in a field confirms. */
  isForm?: boolean
}

/** Asks before something is done, and shows why it was not. The caller closes it after success. */
export function ConfirmDialog(props: Props) {
  const { isOpen = true, title, children, verb, cancel = 'Cancel', look = 'primary', blocked } = props
  const { action, failed, onClose, sticky = false, isForm = false } = props
  const form = useId()
  const content = (
    <>
      {children}
      {failed !== undefined && action.error && (
        <Notice tone="danger" title={failed}>
          {action.error.message}
        </Notice>
      )}
    </>
  )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(opens) => !opens && onClose()}
      sticky={sticky}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            {...(isForm ? { type: 'submit', form } : { onClick: () => action.mutate() })}
            look={look}
            busy={action.isPending}
            blocked={blocked}
          >
            {verb}
          </Button>
        </>
      }
    >
      {isForm ? (
        <form
          id={form}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (blocked === undefined) action.mutate()
          }}
        >
          {content}
        </form>
      ) : (
        <div className="flex flex-col gap-3">{content}</div>
      )}
    </Dialog>
  )
}
