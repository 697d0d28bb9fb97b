import type { PendingItem } from '#contract/recoveries.ts'
import { quote } from '#domain/shell.ts'

export type Found = { item: PendingItem; id: string }

/** Parses `urn,id` lines (or separated by tabs or blanks) of objects found in the cloud. */
export function readFound(text: string, items: readonly PendingItem[]): { found: Found[]; unknown: string[] } {
  const found: Found[] = []
  const unknown: string[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const [, urn = '', id = ''] = /^(\S+?)(?:\s*[,\t]\s*|\s+)(\S.*)$/.exec(line) ?? []
    const item = items.find((each) => each.urn === urn)
    if (item && id !== '') found.push({ item, id })
    else unknown.push(line)
  }
  return { found, unknown }
}

/** The last argument of a command; for an import, the ID. */
const LAST = /(?:\$?'(?:[^']|'\\'')*'|\S+)$/

/** The command that adopts an object: the operation's import line with the ID found, quoted for a shell. */
export function importLine({ item: { terminal }, id }: Found): string | undefined {
  const quoted = quote(id)
  if (quoted === undefined) return undefined
  return terminal.find((line) => line.startsWith('pulumi import '))?.replace(LAST, () => quoted)
}
