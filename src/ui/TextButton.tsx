import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import { LINK_LOOK } from './linkLook.ts'

/** A button in text or in a table that looks like a link: it shows something on the same page. */
export const TextButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={cx(LINK_LOOK, className)} />
)
