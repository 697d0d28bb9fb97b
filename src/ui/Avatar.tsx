import Bot from 'lucide-react/icons/bot'
import { cx } from '#src/lib/cx.ts'

/** Written out so that Tailwind finds them. */
const GROUNDS = ['bg-person-a', 'bg-person-b', 'bg-person-c', 'bg-person-d', 'bg-person-e', 'bg-person-f'] as const

const sizes = { sm: 'size-5 text-[0.625rem]', md: 'size-6 text-xs', lg: 'size-8 text-sm' } as const

type Props = {
  /** The name: `Ada Lovelace`. */
  name: string
  /** What the colour is derived from: the same on every page. */
  login: string
  /** A machine has no initials. By default what its login says: `deploy-bot`, `renovate[bot]`. */
  isBot?: boolean
  size?: keyof typeof sizes
  className?: string | undefined
}

/** A user as initials on a colour, a machine as an icon. Decorative: the name is next to it. */
export const Avatar = ({ name, login, isBot: isCi = false, size = 'sm', className }: Props) => {
  const isBot = isCi || isBotLogin(login)
  return (
    <span
      aria-hidden
      title={name}
      // Drawn as an image: initials must not be part of a sentence that is copied.
      data-initials={isBot ? undefined : initialsOf(name)}
      className={cx(
        'inline-flex shrink-0 items-center justify-center font-semibold text-ink select-none forced-colors:border',
        isBot
          ? 'rounded-md bg-unknown-subtle'
          : cx('rounded-full before:content-[attr(data-initials)]', GROUNDS[hueOf(login)]),
        sizes[size],
        className,
      )}
    >
      {isBot && <Bot className="size-3/5" />}
    </span>
  )
}

/** Whether a login says that it is a machine's, as those of bots do by custom. */
export const isBotLogin = (login: string): boolean => /(?:^|[-_.])bot$|\[bot\]$/i.test(login)

/** `AL` of Ada Lovelace, `GH` of grace.hopper, `A` of admin. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = firstLetter(words[0])
  const last = words.length > 1 ? firstLetter(words.at(-1)) : ''
  return `${first}${last}`.toUpperCase() || '?'
}

const firstLetter = (word = ''): string => String.fromCodePoint(...(word === '' ? [] : [word.codePointAt(0) ?? 0]))

function hueOf(login: string): number {
  let sum = 7
  for (const letter of login) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % GROUNDS.length
}
