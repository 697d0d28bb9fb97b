import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** Its text. Nothing that is not reachable otherwise: a touch screen shows no tooltips. */
  text: ReactNode
  /** A focusable element that takes a ref and spreads its props. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  delay?: number
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** A hint next to a control, on hover and on focus. */
export function Tooltip({ text, children, side = 'top', delay = 400, open, onOpenChange }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={children} delay={delay} closeOnClick={open === undefined} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-80 rounded-md bg-raised px-2 py-1 text-sm wrap-anywhere text-ink shadow-raised transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
