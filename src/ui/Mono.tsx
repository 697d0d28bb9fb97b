import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'

/** An id, a name, a hash: monospaced, breaking anywhere rather than widening the page. */
export const Mono = ({ className, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={cx('font-mono text-[0.929em] wrap-anywhere', className)} />
)
