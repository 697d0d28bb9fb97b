import { type ComponentProps, type MouseEvent, useId, useState } from 'react'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ButtonLook, type ButtonSize, buttonClasses } from './buttonLook.ts'
import { Tooltip } from './Tooltip.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled' | 'aria-busy'> & {
  look?: ButtonLook
  size?: ButtonSize
  /** Why it is unavailable, in a sentence. There is no bare `disabled`: it stays focusable and gives the reason. */
  blocked?: string | undefined
  /** Its action is running; further clicks do nothing. */
  busy?: boolean | undefined
}

/** A button. Submits nothing unless `type="submit"`. */
export function Button({ blocked, ...props }: Props) {
  return blocked === undefined ? <Plain {...props} /> : <Blocked {...props} reason={blocked} />
}

function Plain({
  look = 'quiet',
  size = 'md',
  busy = false,
  className,
  onClick,
  children,
  ...rest
}: Omit<Props, 'blocked'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClasses(look, size, false, className)}
      onClick={busy ? ignore : onClick}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}

function Blocked({
  look = 'quiet',
  size = 'md',
  busy: _,
  className,
  children,
  reason,
  ...rest
}: Omit<Props, 'blocked'> & { reason: string }) {
  const reasonId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip text={reason} delay={100} open={isOpen} onOpenChange={setOpen}>
        <button
          type="button"
          {...rest}
          aria-disabled
          aria-describedby={[rest['aria-describedby'], reasonId].filter(Boolean).join(' ')}
          className={buttonClasses(look, size, true, className)}
          onClick={(event) => {
            ignore(event)
            setOpen(true) // a touch screen has no hover: a tap shows the reason
          }}
        >
          {children}
        </button>
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
    </>
  )
}

/** Also keeps Enter in a field from submitting the form. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
