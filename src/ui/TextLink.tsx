import { Link, type LinkProps } from 'react-router'
import { cx } from '#src/lib/cx.ts'

/** A link in text or in a table. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link
    {...rest}
    className={cx(
      'rounded-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current',
      className,
    )}
  />
)
