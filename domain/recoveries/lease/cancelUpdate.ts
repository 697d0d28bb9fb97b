import type { Recovery } from '../recovery.ts'
import type { Lease, LeaseVerdict, OperationInFlight } from '#contract/leases.ts'
import type { ConfirmationLevel, Evidence, Finding } from '#contract/recoveries.ts'
import { capital } from '#words/capital.ts'
import { counted } from '#words/counts.ts'
import { jobName, type NamesByLogin, runnerName } from '#words/personName.ts'
import { isProbablyGone } from '../../lease/lease.ts'
import { productionSign } from '../../plan/production.ts'
import { runName } from '../../runName.ts'
import { NOTHING_LOST } from '../nothingLost.ts'

/** The user, to tell their own forgotten run from another user's; `names` are the display names known to them. */
export type Asker = { login: string; names?: NamesByLogin } | null

/** The holder is alive, or not progressing (GR-01): wait or ask; cancelling on their behalf is the last resort, at level 3. */
export function holderAlive(lease: Lease, asker: Asker, tags: Record<string, string>): Finding {
  const cautions = cancelCautions(lease, asker, tags)
  return {
    recovery: 'cancel-update',
    tone: 'running',
    title:
      lease.verdict === 'awaitingApproval'
        ? `${capital(runName(lease))} waits for approval`
        : `${holderName(lease, asker)} is running ${runName(lease)}`,
    explanation: [causeOf(lease, asker), ...offersFor(lease)].join(' '),
    evidence: [
      ...leaseEvidence(lease),
      ...cautions.map((what): Evidence => ({ what: `Check first: ${what}`, source: 'server', at: null })),
    ],
    couldBeLost: couldBeLost(lease.inFlight),
    level: confirmationOfEnd(lease.verdict),
    blocked: null,
    items: lease.inFlight.map(inFlightLine),
  }
}

/** How the end of an update on its holder's behalf is confirmed: while it may be alive, also by how they were reached. */
export const confirmationOfEnd = (verdict: LeaseVerdict | undefined): ConfirmationLevel =>
  isProbablyGone(verdict) ? 2 : 3

/** Display name of a lease's holder. */
export const holderName = ({ holder, client }: Lease, asker: Asker): string =>
  runnerName(holder.login, client.ci, asker?.names)

/** The probable cause of a conflict, by the signs of the lease. */
export function causeOf(lease: Lease, asker: Asker): string {
  const { verdict, client } = lease
  const isOwn = asker?.login === lease.holder.login
  const isCi = client.ci !== null
  const where = client.host ?? client.address
  const place = where ? ` on ${where}` : ''
  const renewal = lease.signs.renewed === null ? 'No renewal is due yet.' : 'It renews on schedule.'
  switch (verdict) {
    case 'alive':
      if (isCi) return `A ${client.ci?.system ?? 'CI'} job holds the lease. ${renewal}`
      return `${isOwn ? `Your own update${place}, in another terminal,` : `${holderName(lease, asker)}’s update${place}`} holds the lease. ${renewal}`
    case 'awaitingApproval':
      return `${isOwn && !isCi ? 'Your own update' : holderName(lease, asker)}${place} holds the lease until this is decided.`
    case 'notProgressing':
      if (isCi) return 'A CI job renews its lease but reports no progress: a slow provider call, or a hung process.'
      return `${isOwn ? 'Your own update' : `${holderName(lease, asker)}’s update`}${place} renews its lease but reports no progress: a slow provider call, or a hung process.`
    case 'disconnected':
      return `${isCi ? 'The CI job' : isOwn ? 'Your update' : `${holderName(lease, asker)}’s update`}${place} closed all of its connections and has not come back: its process has probably ended.`
    case 'notResponding':
    case 'orphaned': {
      const whose = isCi ? 'The CI job' : isOwn ? 'Your update' : `${holderName(lease, asker)}’s update`
      const likely = isCi
        ? 'the job was cancelled, or its machine lost'
        : 'the process was killed, or its machine is asleep or offline'
      const what = lease.signs.renewed === null ? 'never renewed' : 'stopped renewing'
      return `${whose}${place} ${what} the lease: perhaps ${likely}.`
    }
  }
}

/** What to do about it, besides a decision that a step waits for: its page says what that does. */
function offersFor({ verdict, client }: Lease): string[] {
  if (verdict === 'awaitingApproval') return []
  if (verdict === 'notProgressing')
    return [
      `A renewal proves only that the process exists. ${
        client.ci
          ? 'See what the job is doing, or cancel it there.'
          : 'Ask its owner to press Ctrl-C once in that terminal.'
      }`,
    ]
  return [client.ci ? 'Wait for the job, or cancel it there.' : 'Wait for it to end, or contact its owner.']
}

/** Reasons to stop and ask before ending a run that may be alive (GR-01). */
export function cancelCautions(lease: Lease, asker: Asker, tags: Record<string, string>): string[] {
  const reasons: string[] = []
  if (lease.verdict === 'alive') {
    const doing = lease.inFlight.length === 0 ? '' : ` while it is ${doingWords(lease.inFlight)}`
    reasons.push(`${holderName(lease, asker)} is alive: you would stop a running update${doing}.`)
  }
  const sign = productionSign(lease.stack.stack, tags)
  if (sign !== undefined) reasons.push(`by its ${sign}, this stack is production.`)
  if (!lease.client.ci) reasons.push(`the holder is a person: ask ${holderName(lease, asker)} first.`)
  const risky = lease.inFlight.filter(({ type }) => /delet|replac/.test(type))
  if (risky.length > 0) reasons.push(`a delete or replacement is in flight: ${namesOf(risky)}.`)
  return reasons
}

/** Why a forced cancel is refused; undefined if the user stated how the holder was reached, or why not. */
export const missingHolderStatement = (statement: string | undefined): string | undefined =>
  statement ? undefined : 'Say how you contacted the holder, or why you couldn’t.'

export const couldBeLost = (inFlight: OperationInFlight[]): string =>
  inFlight.length === 0
    ? NOTHING_LOST
    : `The outcome of ${counted(inFlight.length, 'operation')} becomes unknown (${namesOf(inFlight)}).`

/** What the lease shows, with sources. */
export function leaseEvidence(lease: Lease): Evidence[] {
  const { signs, client } = lease
  const evidence: Evidence[] = [
    { what: lease.reason, source: 'lease', at: signs.renewed ?? signs.granted },
    { what: 'Last activity.', source: 'server', at: signs.last },
  ]
  if (signs.write !== null) evidence.push({ what: 'Last progress saved.', source: 'journal', at: signs.write })
  if (signs.event !== null) evidence.push({ what: 'Last engine event.', source: 'events', at: signs.event })
  if (client.ci)
    evidence.push({
      what: `Runs in ${jobName(client.ci)}.`,
      source: 'environment',
      at: null,
    })
  if (client.host) evidence.push({ what: `Runs on ${client.host}.`, source: 'environment', at: null })
  if (lease.refused.length > 0) {
    const last = lease.refused.at(-1)
    const who = [...new Set(lease.refused.map(({ actor }) => actor.login))].join(', ')
    evidence.push({
      what: `Blocked attempts: ${lease.refused.length}, by ${who}.`,
      source: 'lease',
      at: last?.at ?? null,
    })
  }
  return evidence
}

export const inFlightLine = ({ type, name, resourceType }: OperationInFlight): string =>
  `${type} ${name} (${resourceType})`

/** What an update is doing now: `creating index`. */
const doingWords = (operations: OperationInFlight[]): string => {
  const types = new Set(operations.map(({ type }) => type))
  return `${types.size === 1 ? [...types].join() : 'changing'} ${namesOf(operations)}`
}

const namesOf = (operations: OperationInFlight[]): string => {
  const names = operations
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')
  return operations.length > 5 ? `${names} and ${operations.length - 5} more` : names
}

export const cancelUpdate: Recovery = {
  id: 'cancel-update',
  number: 1,
  phase: 'lease',
  page: 'lease',
  title: 'An update is running',
  commands: 'none',
  docs: {
    documented: 'Wait, or `pulumi cancel` without asking',
    does: 'Shows who holds it, from where, its last activity and what is in flight; the job to cancel, or a message to the holder; a place in the queue',
    refuses: "To release the lease without the stack's name and a statement that the holder was asked",
  },
}
