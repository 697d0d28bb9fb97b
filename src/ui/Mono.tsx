import { Children, type ComponentProps, type ReactNode } from 'react'
import { visibleText } from '#words/visible.ts'
import { cx } from '#src/lib/cx.ts'

/** What comes after one of these is a word of its own: `acme:app:Service$aws:ecs/taskDefinition:TaskDefinition`. */
const AFTER_SEPARATOR = /(?<=[/:=$])(?=[^/:=$])/

/** A text that breaks after `/`, `:`, `=` and `$` before it breaks in the middle of a word. */
export const breakable = (text: string): ReactNode =>
  text.split(AFTER_SEPARATOR).flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : part))

/**
 * An id, a name or a hash: monospaced, breaking after a separator, and anywhere rather than widening the page, with
 * invisible characters shown.
 */
export const Mono = ({ className, children, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={cx('font-mono text-[0.929em] wrap-anywhere', className)}>
    {Children.map(children, (child) => (typeof child === 'string' ? breakable(visibleText(child)) : child))}
  </span>
)
