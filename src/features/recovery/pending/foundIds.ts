import type { PendingItem } from '#contract/recoveries.ts'
import { quote } from '#domain/shell.ts'

export type Found = { item: PendingItem; id: string }

/** Reads `urn,id` lines (or separated by a tab or blanks) of objects that were found in the cloud. */
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

/** The last argument of a command: of an import, the id. */
const LAST = /(?:\$?'(?:[^']|'\\'')*'|\S+)$/

/** The command that adopts an object: the operation's own import line with the id that was found, safe for a shell. */
export function importLine({ item: { terminal }, id }: Found): string | undefined {
  const quoted = quote(id)
  if (quoted === undefined) return undefined
  return terminal.find((line) => line.startsWith('pulumi import '))?.replace(LAST, () => quoted)
}
