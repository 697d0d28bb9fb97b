import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, type ButtonSize, buttonClasses } from './buttonLook.ts'

type Props = LinkProps & { look?: ButtonLook; size?: ButtonSize }

/** A link to another page that looks like a button. */
export const LinkButton = ({ look = 'quiet', size = 'md', className, ...rest }: Props) => (
  <Link {...rest} className={buttonClasses(look, size, false, className)} />
)
