/** Plainly safe wherever it is in a command. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/

/**
 * What a terminal carries out when it is pasted, or what shows something else than it is: control characters, format
 * characters (among them those that turn the direction of a text), and separators of lines.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const NO_COMMAND = '# No command for this: a name in it holds a NUL character, which no shell can pass on.'

/**
 * One argument for a shell, on one line of characters that can be seen. Single quotes unless it is plainly safe (URNs contain
 * `$`, which a shell would expand); with characters that cannot be seen `$'…'`, which bash, zsh and ksh read. Undefined for a
 * text with a NUL, which ends an argument. Halves of surrogates are what the CLI reads of them: U+FFFD.
 */
export function quote(argument: string): string | undefined {
  const text = argument.toWellFormed()
  if (text.includes('\0')) return undefined
  if (PLAIN.test(text)) return text
  if (!UNSEEN.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  return `$'${Array.from(text, escaped).join('')}'`
}

/** Quotes and `!` as numbers, because not everything that looks for the end of a text or for history knows `$'…'`. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": '\\047',
  '!': '\\041',
}

/** Byte by byte in three octal digits: the only form that means the same in every shell and in every locale. */
const escaped = (character: string): string =>
  ESCAPES[character] ??
  (UNSEEN.test(character)
    ? Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
    : character)

/**
 * A command, or a line beginning with `#`, with every value in it quoted. A line that says why where there can be no command.
 */
export function shell(texts: TemplateStringsArray, ...values: readonly string[]): string {
  const quoted = values.map(quote)
  return quoted.includes(undefined) ? NO_COMMAND : String.raw({ raw: texts }, ...quoted)
}

/** The same of words, each quoted. */
export function commandLine(...words: readonly string[]): string {
  const quoted = words.map(quote)
  return quoted.includes(undefined) ? NO_COMMAND : quoted.join(' ')
}
