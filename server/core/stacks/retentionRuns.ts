import { z } from 'zod'
import { RetentionRule, RetentionRun, type RetentionRunRequest } from '#contract/retention.ts'
import { counted, list } from '#words/counts.ts'
import { bytesText } from '#words/bytes.ts'
import type { Deps } from '../../deps.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Who } from '../access/actor.ts'
import { audit, SERVER } from '../access/audit.ts'
import { planOf, removeOutdated, type StackPlan } from './retention.ts'

/** Key in the store's `meta`: the settings, as JSON, of every organization that ever had one. */
const RETENTION = 'retention'
const EVERY_MS = 24 * 3600 * 1000

const Setting = z.object({
  rule: RetentionRule.nullable(),
  changedAt: z.number(),
  changedBy: z.string(),
  lastRun: RetentionRun.nullable(),
  /** When the server's timer last processed it. */
  takenUpAt: z.number(),
})
type Setting = z.infer<typeof Setting>

async function settings(reader: Reader): Promise<Map<string, Setting>> {
  const text = await reader.meta(RETENTION)
  return new Map(Object.entries(text === undefined ? {} : z.record(z.string(), Setting).parse(JSON.parse(text))))
}

const put = async (writer: Writer, org: string, setting: Setting) =>
  writer.setMeta(RETENTION, JSON.stringify(Object.fromEntries((await settings(writer)).set(org, setting))))

/** The setting of an organization; undefined if it never had one, so that nothing is removed. */
export const retentionOf = async (reader: Reader, org: string): Promise<Setting | undefined> =>
  (await settings(reader)).get(org)

/** Switches the retention of an organization on or off. The timer applies a new rule after a day. */
export async function setRetention(
  deps: Deps,
  org: string,
  rule: RetentionRule | null,
  { by, requestId }: Who,
): Promise<void> {
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    const { lastRun = null } = (await retentionOf(writer, org)) ?? {}
    await put(writer, org, { rule, changedAt: now, changedBy: by.login, lastRun, takenUpAt: now })
    const detail = `${org}: ${ruleText(rule)}`
    await audit(writer, { at: now, by, action: 'retention.change', detail, requestId })
  })
}

const ruleText = (rule: RetentionRule | null): string =>
  rule === null
    ? 'off'
    : `keep ${list([
        ...(rule.keepNewest === null ? [] : [`the newest ${rule.keepNewest}`]),
        ...(rule.keepDays === null ? [] : [`what was in force within ${counted(rule.keepDays, 'day')}`]),
      ])}`

/**
 * What a rule would remove in an organization at `at`. Each stack is read in a transaction of its own, so that nothing
 * else waits for long.
 */
export async function planAll(deps: Deps, org: string, rule: RetentionRule, at: number): Promise<StackPlan[]> {
  const plans: StackPlan[] = []
  for (const stack of await stacksOf(deps, org)) {
    const plan = await deps.store.read((reader) => planOf(reader, stack, rule, at))
    if (plan !== undefined) plans.push(plan)
  }
  return plans
}

/** Mirrors of connected backends are not ours to shorten. */
const stacksOf = (deps: Deps, org: string): Promise<StackRow[]> =>
  deps.store.read(async (reader) =>
    (await reader.stacks({ org, includeDeleted: true })).filter(({ backendId }) => backendId === null),
  )

/** Removes what a preview listed; of each stack only if the same would still be removed. */
export async function runListed(
  deps: Deps,
  org: string,
  { at, rule, stacks: listed }: Pick<RetentionRunRequest, 'at' | 'rule' | 'stacks'>,
  who: Who,
): Promise<{ run: RetentionRun; changed: StackRow[] }> {
  const known = new Map((await stacksOf(deps, org)).map((stack) => [stack.id, stack]))
  const changed: StackRow[] = []
  const sum = { stacks: 0, versions: 0, bytes: 0 }
  for (const { id, versions: expected } of listed) {
    const stack = known.get(id)
    if (stack === undefined) continue
    const removed = await removeOutdated(deps, id, rule, { at, expected })
    if (removed === undefined) changed.push(stack)
    else add(sum, removed)
  }
  return { run: await noteRun(deps, org, rule, sum, who), changed }
}

/** Applies the enabled rules, once a day for each organization. Called by a timer of every process. */
export async function runDue(deps: Deps): Promise<void> {
  const now = await deps.store.now()
  const isDue = ({ rule, takenUpAt }: Setting) => rule !== null && now - takenUpAt >= EVERY_MS
  for (const [org, setting] of await deps.store.read(settings)) {
    if (!isDue(setting)) continue
    const rule = await deps.store.write(async (writer) => {
      const fresh = await retentionOf(writer, org)
      if (fresh === undefined || !isDue(fresh)) return null // another process was faster
      await put(writer, org, { ...fresh, takenUpAt: now })
      return fresh.rule
    })
    if (rule === null) continue
    const sum = { stacks: 0, versions: 0, bytes: 0 }
    for (const { stack } of await planAll(deps, org, rule, now)) {
      const isStill = await deps.store.read((reader) => retentionOf(reader, org))
      if (isStill?.rule === null) break // switched off meanwhile
      const removed = await removeOutdated(deps, stack.id, rule, { at: now })
      if (removed !== undefined) add(sum, removed)
    }
    if (sum.versions > 0) await noteRun(deps, org, rule, sum, { by: SERVER, requestId: '' })
  }
}

type Sum = { stacks: number; versions: number; bytes: number }
function add(sum: Sum, { versions, bytes }: { versions: number; bytes: number }): void {
  if (versions > 0) sum.stacks += 1
  sum.versions += versions
  sum.bytes += bytes
}

async function noteRun(
  deps: Deps,
  org: string,
  rule: RetentionRule,
  sum: Sum,
  { by, requestId }: Who,
): Promise<RetentionRun> {
  const at = await deps.store.now()
  const run = { at, by: by.login, ...sum }
  await deps.store.write(async (writer) => {
    const never = { rule: null, changedAt: at, changedBy: by.login, takenUpAt: at }
    await put(writer, org, { ...((await retentionOf(writer, org)) ?? never), lastRun: run })
    const detail = `${org}: ${counted(sum.versions, 'version')} of ${counted(sum.stacks, 'stack')}, ${bytesText(sum.bytes)} (${ruleText(rule)})`
    await audit(writer, { at, by, action: 'retention.run', detail, requestId })
  })
  return run
}
