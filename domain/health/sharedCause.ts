import type { Lease, LeaseVerdict } from '#contract/leases.ts'
import type { Health, StackSummary } from '#contract/stacks.ts'
import { counted } from '#words/counts.ts'
import { shortTime } from '#words/time.ts'

type LeaseTimes = Pick<Lease, 'verdict' | 'since' | 'expiresAt'>
type Troubled = Pick<StackSummary, 'health' | 'healthReason'> & { lease: LeaseTimes | null }

/** Fewer stacks than these are shown one by one. */
const MIN = 3
/** Leases of one incident are lost within this time of each other: clients renew them at different moments. */
const APART_MS = 2 * 60_000

type Group<T> = [T, ...T[]]

/**
 * Groups stacks for which one cause is likely: leases that were lost at the same time, or updates that failed with the
 * same error. Groups are in the order of their first stack; a stack without others like it is a group of one.
 */
export function groupByCause<T extends Troubled>(stacks: readonly T[]): Group<T>[] {
  const alike = Map.groupBy(stacks, (stack) => likenessOf(stack) ?? stack)
  const causes = [...alike.values()].flatMap((each) => atOneTime(each)).filter(({ length }) => length >= MIN)
  const causeOf = new Map(causes.flatMap((cause) => cause.map((stack) => [stack, cause] as const)))
  const groups = new Map<T | T[], Group<T>>()
  for (const stack of stacks) {
    const key = causeOf.get(stack) ?? stack
    const group = groups.get(key)
    if (group) group.push(stack)
    else groups.set(key, [stack])
  }
  return [...groups.values()]
}

/** What such a group has in common, in one sentence. `now` is on the server's clock. */
export function sharedCause(group: Readonly<Group<Troubled>>, now: number): string {
  const [first] = group
  if (first.health === 'failed') return `The same error: ${first.healthReason}`
  const times = group.flatMap((stack) => timeOf(stack) ?? [])
  const [from, until] = [shortTime(Math.min(...times), now), shortTime(Math.max(...times), now)]
  const when = from === until ? `at ${from}` : `between ${from} and ${until}`
  const { length } = group
  const verdict = first.lease?.verdict
  if (verdict === 'orphaned')
    return `${counted(length, 'update')} were interrupted ${when}: probably one cause, such as a runner or the network.`
  if (verdict === 'notProgressing')
    return `${counted(length, 'update')} that started ${when} make no progress: probably one cause, such as a provider.`
  const did = verdict === 'disconnected' ? 'disconnected' : 'stopped responding'
  return `${counted(length, 'client')} ${did}, and the leases expire ${when}: probably one cause, such as a runner or the network.`
}

/** The health of a stack whose lease was lost. */
const LOST: Partial<Record<LeaseVerdict, Health>> = {
  orphaned: 'orphaned',
  disconnected: 'notResponding',
  notResponding: 'notResponding',
  notProgressing: 'notProgressing',
}

/** The sentence of `sharedCause` for leases of one verdict; undefined if one cause for all of them is not likely. */
export function sharedLeaseCause(leases: readonly LeaseTimes[], now: number): string | undefined {
  const lost = leases.flatMap((lease) => {
    const health = LOST[lease.verdict]
    return health === undefined ? [] : [{ health, healthReason: '', lease }]
  })
  const [group] = groupByCause(lost)
  return group !== undefined && group.length === leases.length && group.length >= MIN
    ? sharedCause(group, now)
    : undefined
}

/** What makes two stacks alike; undefined if nothing does. */
function likenessOf({ health, healthReason, lease }: Troubled): string | undefined {
  if (health === 'failed') return `failed ${errorOf(healthReason)}`
  const isLost = health === 'orphaned' || health === 'notResponding' || health === 'notProgressing'
  return isLost && lease ? lease.verdict : undefined
}

/** An error without what differs from stack to stack: the resource before it, names in quotes and brackets, numbers. */
const errorOf = (reason: string): string =>
  reason
    .replace(/^[\w.-]+: /, '')
    .replaceAll(/\([^)]*\)|"[^"]*"|'[^']*'|`[^`]*`/g, '')
    .replaceAll(/\d+/g, '#')

/** When an incident reached this stack; epoch milliseconds. Failures are alike whenever they happened. */
const timeOf = ({ health, lease }: Troubled): number | undefined => {
  if (health === 'failed' || lease === null) return undefined
  return lease.verdict === 'notProgressing' ? lease.since : lease.expiresAt
}

function atOneTime<T extends Troubled>(group: readonly T[]): T[][] {
  const clusters: T[][] = []
  let before: number | undefined
  for (const stack of group.toSorted((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0))) {
    const at = timeOf(stack) ?? 0
    if (before === undefined || at - before > APART_MS) clusters.push([])
    clusters.at(-1)?.push(stack)
    before = at
  }
  return clusters
}
