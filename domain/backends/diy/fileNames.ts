// Keys as names of files, as the library of the CLI writes them (docs/backends.md, Differences between stores).

/** Control characters; the slash of `../` and a second one; a slash at the end; and what looks like an escape itself. */
// eslint-disable-next-line no-control-regex
const ODD = /[\0-\x1f]|(?<=\.\.|\/)\/|\/$|_(?=_0x[0-9a-f]+__)/gi
// eslint-disable-next-line no-control-regex
const ODD_ON_WINDOWS = /[\0-\x1f<>:"|?*\\]|(?<=\.\.|\/)\/|\/$|_(?=_0x[0-9a-f]+__)/gi

/** The path of a key below the root, with slashes; undefined if no object can have it. */
export function pathOf(key: string, isWindows = false): string | undefined {
  const name = key.replace(isWindows ? ODD_ON_WINDOWS : ODD, (char) => `__0x${char.charCodeAt(0).toString(16)}__`)
  return name.split('/').some((part) => part === '' || part === '.' || part === '..') ? undefined : name
}
