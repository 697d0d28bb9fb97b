import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressSteps } from '#src/ui/ProgressSteps.tsx'
import { Footer } from './Footer.tsx'

type Props<Key extends string> = {
  label: string
  steps: readonly { key: Key; label: string }[]
  current: Key
  title: string
  children: ReactNode
  /** The buttons at the bottom. */
  actions?: ReactNode
  /** Nothing is asked in this step. */
  isReading?: boolean
}

/** One step of a wizard: its position, and its heading, which takes the focus when the step changes. */
export function Step<Key extends string>({
  label,
  steps,
  current,
  title,
  children,
  actions,
  isReading = false,
}: Props<Key>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef(current)
  useEffect(() => {
    if (seen.current === current) return
    seen.current = current
    heading.current?.focus()
  }, [current])
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-3">
      <ProgressSteps label={`Steps: ${label}`} steps={steps} current={current} />
      <h2 ref={heading} data-page-focus tabIndex={-1} className="scroll-mt-28 text-xl font-semibold wrap-anywhere">
        {title}
      </h2>
      {children}
      {actions !== undefined && <Footer stays={!isReading}>{actions}</Footer>}
    </section>
  )
}
