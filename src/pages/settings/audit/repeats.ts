import type { ListedAuditEntry } from '#contract/audit.ts'
import { localDate } from '#words/time.ts'

/** The CLI sends one request for each tag. Of other actions, such as decisions, each is to be read. */
const FOLDED = 'stack.tags'
/** Fewer entries that are alike are as quickly read as their number. */
const MANY = 4

/** What entries have in common that are one row: whatever else differs is in their details. */
const actOf = ({ action, login, tokenName, stack, address, at }: ListedAuditEntry): string =>
  JSON.stringify([action, login, tokenName, stack, address, localDate(at)])

type Repeats = {
  rows: ListedAuditEntry[]
  /** The entries of a folded row, newest first, by the id of the row. */
  repeated: Map<number, ListedAuditEntry[]>
}

/** The rows of a log in which a change of many tags, an entry for each, is one row: its newest entry. */
export function repeats(entries: readonly ListedAuditEntry[]): Repeats {
  const groups: [ListedAuditEntry, ...ListedAuditEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const isSame = last && entry.action === FOLDED && actOf(entry) === actOf(last[0])
    if (isSame) last.push(entry)
    else groups.push([entry])
  }
  const folded = groups.filter(({ length }) => length >= MANY)
  return {
    rows: groups.flatMap((group) => (group.length >= MANY ? group.slice(0, 1) : group)),
    repeated: new Map(folded.map((group) => [group[0].id, group])),
  }
}
