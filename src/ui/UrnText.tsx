import { shortenMiddle } from '#src/lib/shorten.ts'
import { cx } from '#src/lib/cx.ts'
import { visibleText } from '#words/visible.ts'
import { CopyButton } from './CopyButton.tsx'
import { Mono } from './Mono.tsx'

type Props = {
  urn: string
  /** Characters shown before the middle is cut out. */
  max?: number
  className?: string | undefined
}

/** A URN or another long id: shortened in the middle; complete on hover, for screen readers and when copied. */
export function UrnText({ urn, max = 56, className }: Props) {
  const whole = visibleText(urn)
  const shown = shortenMiddle(whole, max)
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1', className)}>
      <Mono title={whole}>
        {shown === whole ? (
          whole
        ) : (
          <>
            <span aria-hidden>{shown}</span>
            <span className="sr-only">{whole}</span>
          </>
        )}
      </Mono>
      <CopyButton text={urn} label="Copy URN" />
    </span>
  )
}
