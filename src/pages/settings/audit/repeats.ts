import type { AuditAction, ListedAuditEntry } from '#contract/audit.ts'
import { decisionOf, isDecision } from '#domain/auditWords.ts'
import { localDate } from '#words/time.ts'

/**
 * The actions of which several entries are one row, and from how many on. The CLI sends one request for each tag: fewer are
 * as quickly read as their number. A decision has an entry for each step, and one request.
 */
const FOLDED = new Map<string, number>([
  ['stack.tags', 4],
  ['approval.allow', 2],
  ['approval.refuse', 2],
] satisfies [AuditAction, number][])

/** What entries have in common that are one row: whatever else differs is in their details. Undefined if it is a row of its own. */
function actOf(entry: ListedAuditEntry): string | undefined {
  const { action, login, tokenName, stack, address, at, requestId } = entry
  const decision = decisionOf(entry)
  // What the server refused was in no request.
  if (!FOLDED.has(action) || (isDecision(entry) && (decision === undefined || requestId === ''))) return undefined
  const request = decision && [requestId, decision.run, decision.reason]
  return JSON.stringify([action, login, tokenName, stack, address, localDate(at), request])
}

type Repeats = {
  rows: ListedAuditEntry[]
  /** The entries of a folded row, newest first, by the id of the row. */
  repeated: Map<number, ListedAuditEntry[]>
}

/** The rows of a log in which a change of many tags or a decision about several steps, an entry for each, is one row: its newest entry. */
export function repeats(entries: readonly ListedAuditEntry[]): Repeats {
  const groups: [ListedAuditEntry, ...ListedAuditEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const act = actOf(entry)
    if (last && act !== undefined && act === actOf(last[0])) last.push(entry)
    else groups.push([entry])
  }
  const isFolded = (group: (typeof groups)[number]) => group.length >= (FOLDED.get(group[0].action) ?? Infinity)
  const folded = groups.filter(isFolded)
  return {
    rows: groups.flatMap((group) => (isFolded(group) ? group.slice(0, 1) : group)),
    repeated: new Map(folded.map((group) => [group[0].id, group])),
  }
}
