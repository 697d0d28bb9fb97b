import { Children, type ComponentProps } from 'react'
import { visibleText } from '#words/visible.ts'
import { cx } from '#src/lib/cx.ts'

/**
 * An id, a name or a hash: monospaced, breaking anywhere rather than widening the page, with invisible characters
 * shown.
 */
export const Mono = ({ className, children, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={cx('font-mono text-[0.929em] wrap-anywhere', className)}>
    {Children.map(children, (child) => (typeof child === 'string' ? visibleText(child) : child))}
  </span>
)
