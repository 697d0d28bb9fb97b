/** Texts that need no quotes anywhere in a command. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/

/**
 * Characters that a terminal executes when pasted, or that disguise a text: control characters, format characters
 * (including those that change its direction), and line separators.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const NO_COMMAND = '# No command for this: a name in it holds a NUL character, which no shell can pass on.'

/**
 * Quotes an argument for a shell, on one line of visible characters: in single quotes unless it needs none (URNs
 * contain `$`, which a shell would expand); with invisible characters as `$'…'`, which bash, zsh and ksh support.
 * Undefined for a text with a NUL, which would end an argument. Lone surrogates become U+FFFD, as the CLI reads them.
 */
export function quote(argument: string): string | undefined {
  const text = argument.toWellFormed()
  if (text.includes('\0')) return undefined
  if (PLAIN.test(text)) return text
  if (!UNSEEN.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  return `$'${Array.from(text, escaped).join('')}'`
}

/** Quotes and `!` as numbers, because not every tool that parses quotes or expands history knows `$'…'`. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": '\\047',
  '!': '\\041',
}

/** Byte by byte in three octal digits: the only form with the same meaning in every shell and locale. */
const escaped = (character: string): string =>
  ESCAPES[character] ??
  (UNSEEN.test(character)
    ? Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
    : character)

/**
 * A command or a line beginning with `#`, with every value quoted; a line with the reason if no command is possible.
 */
export function shell(texts: TemplateStringsArray, ...values: readonly string[]): string {
  const quoted = values.map(quote)
  return quoted.includes(undefined) ? NO_COMMAND : String.raw({ raw: texts }, ...quoted)
}

/** A command made of words, each quoted. */
export function commandLine(...words: readonly string[]): string {
  const quoted = words.map(quote)
  return quoted.includes(undefined) ? NO_COMMAND : quoted.join(' ')
}
