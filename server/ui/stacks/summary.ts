import type { StackSummary } from '#contract/stacks.ts'
import type { Outage } from '#contract/updates.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { ciFacts } from '#domain/lease/client.ts'
import { leaseVerdict } from '#domain/lease/lease.ts'
import { alarmWords } from '#domain/health/alarms.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { healthReason } from '#domain/health/healthWords.ts'
import { downMs, isFromOutage, outagesDuring, unsureResource } from '#domain/health/outage.ts'
import { recentlyBlocked } from '#domain/health/runTrouble.ts'
import { stackHealth } from '#domain/health/stackHealth.ts'
import { parseFullName } from '#domain/stackName.ts'
import { integrityErrors, plainIntegrity } from '#domain/state/plainIntegrity.ts'
import { openOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { namesOf } from '../../core/access/displayNames.ts'
import { readOutages } from '../../core/leases/outages.ts'
import { nowCalled } from '../../core/stacks/formerNames.ts'
import { fullName, refOf } from '../../core/stacks/names.ts'
import type { NamesByLogin } from '#words/personName.ts'
import type { Reader } from '../../store/port.ts'
import { holderOf } from '#domain/health/lastingHealth.ts'
import type { ListedStack } from '../../store/port/stacks.ts'
import type { AlarmRow } from '../../store/port/untracked.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { type BackendsById, backendsOf, elsewhereOf } from '../backends/elsewhere.ts'
import { toLock } from '../leases/lockView.ts'
import { type JudgedAt, toBrief } from '../../core/updates/briefs.ts'

type Known = {
  names?: NamesByLogin
  backends?: BackendsById
  alarms?: readonly AlarmRow[]
  outages?: readonly Outage[]
  renamed?: ReadonlyMap<string, string>
}

/** Returns stacks for a list, in which reasons name people by their display names. */
export async function toSummaries(
  reader: Reader,
  listings: readonly ListedStack[],
  at: JudgedAt,
): Promise<StackSummary[]> {
  const known = await knownOf(reader, listings)
  return listings.map((listing) => toSummary(listing, { ...at, ...known }))
}

/** The same for one stack. */
export const toNamedSummary = async (reader: Reader, listing: ListedStack, at: JudgedAt): Promise<StackSummary> =>
  toSummary(listing, { ...at, ...(await knownOf(reader, [listing])) })

/** What the reasons of these stacks name. */
const knownOf = async (reader: Reader, listings: readonly ListedStack[]): Promise<Known> => ({
  names: await namesOf(reader, ...listings.flatMap(loginsIn)),
  backends: await backendsOf(reader, listings),
  alarms: await alarmsOf(reader, listings),
  outages: await outagesFor(reader, listings),
  renamed: await presentNames(reader, listings),
})

/** Maximum number of alarms read for a list: a stack without one of them has the general sentence. */
const MAX_ALARMS = 100

/** The open alarms of these stacks. */
async function alarmsOf(reader: Reader, listings: readonly ListedStack[]): Promise<AlarmRow[]> {
  const [first, ...more] = listings.filter(({ openAlarms }) => openAlarms > 0)
  if (first === undefined) return []
  return reader.alarms({ ...(more.length === 0 && { stackId: first.id }), isOpen: true, limit: MAX_ALARMS })
}

/** The outages of the service, if the last run of one of these stacks failed. */
const outagesFor = async (reader: Reader, listings: readonly ListedStack[]): Promise<readonly Outage[]> =>
  listings.some(({ latest }) => latest?.failure) ? readOutages(reader) : []

/** The present names of the stacks that these read by an earlier one: of the first for each, which is the one named. */
async function presentNames(reader: Reader, listings: readonly ListedStack[]): Promise<Map<string, string>> {
  const present = new Map<string, string>()
  for (const name of new Set(listings.flatMap(({ brokenReferences: [first] }) => first ?? []))) {
    const ref = parseFullName(name)
    const row = ref && (await nowCalled(reader, { ...ref, name: ref.stack }))
    if (row) present.set(name, fullName(row))
  }
  return present
}

const loginsIn = (listing: ListedStack) => [
  holderOf(listing)?.requestedBy,
  listing.latest?.endedBy,
  listing.refusals[0]?.login,
]

/** Returns a stack for a list: its health, the reason, and the lease's holder. */
export function toSummary(
  listing: ListedStack,
  { now, notProgressingAfterS, names, backends = new Map(), alarms = [], outages = [], renamed }: JudgedAt & Known,
): StackSummary {
  const { state, latest } = listing
  const orphanedUpdate = listing.holderId === null ? openOrphanedUpdate(latest, listing.orphanedUpdate) : undefined
  const holder = holderOf(listing)
  const judged = holder && leaseVerdict(holder, now, notProgressingAfterS)
  const stack = stackHealth({
    ...listing,
    orphanedUpdate,
    holder,
    judged,
    blocked: recentlyBlocked(listing.refusals, now),
    isSlow: holder?.slowFrom != null && holder.slowFrom <= now,
  })
  return {
    id: listing.id,
    ref: refOf(listing),
    createdAt: listing.createdAt,
    tags: listing.tags,
    version: listing.version,
    resourceCount: state?.resourceCount ?? 0,
    pendingCount: state?.pendingCount ?? 0,
    pendingCreates: state?.pendingCreates ?? 0,
    unhealthyCount: state?.unhealthy ?? 0,
    integrity: state?.finding ? plainIntegrity(state.finding) : null,
    errorCount: state?.finding ? integrityErrors(state.finding) : 0,
    ...(state && state.unknownOutputs > 0 && { unknownOutputs: state.unknownOutputs }),
    health: stack.health,
    healthReason: healthReason(stack, {
      cause: latest?.failure ? failureLine(latest.failure) : null,
      outage: latest ? outageOf(latest, outages) : undefined,
      names,
      alarms: alarms.flatMap((row) => (row.stackId === listing.id ? alarmWords(row).title : [])),
      mayStillRun: mayStillRunSince((orphanedUpdate ?? latest)?.lateReport ?? null) !== null,
      org: listing.org,
      ...(renamed && { renamed }),
      run: holder && { version: holder.version, ci: ciFacts(holder.request.environment) },
    }),
    lastUpdate: latest && toBrief(latest, latest.stateId === state?.id ? state : null, { now, notProgressingAfterS }),
    lease: leaseOf(holder ?? orphanedUpdate, now, notProgressingAfterS),
    lock: toLock(listing, now),
    elsewhere: elsewhereOf(listing, backends, now),
  }
}

/** The outage that made a run fail, and the resource to check before it runs again. */
function outageOf(run: UpdateRow, outages: readonly Outage[]) {
  const during = outagesDuring(outages, run)
  if (!run.failure || !isFromOutage(run.failure.text, during)) return undefined
  return { run, downMs: downMs(during), unsure: unsureResource(run.failure) }
}

function leaseOf(update: UpdateRow | undefined, now: number, notProgressingAfterS: number): StackSummary['lease'] {
  const judged = update && leaseVerdict(update, now, notProgressingAfterS)
  if (update === undefined || judged === undefined || update.lease === null) return null
  return {
    updateId: update.id,
    holder: update.requestedBy,
    verdict: judged.verdict,
    ...(judged.verdict === 'awaitingApproval' && { decideBy: judged.awaiting.until }),
    since: update.lease.grantedAt,
    expiresAt: update.status === 'running' ? update.lease.expiresAt : (update.endedAt ?? update.lease.expiresAt),
  }
}
