import { Link, type LinkProps } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { LINK_LOOK } from './linkLook.ts'

/** A link in text or in a table. */
export const TextLink = ({ className, ...rest }: LinkProps) => <Link {...rest} className={cx(LINK_LOOK, className)} />
