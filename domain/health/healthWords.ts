import { capital } from '#words/capital.ts'
import { durationText } from '#words/time.ts'
import { counted, number, plural } from '#words/counts.ts'
import { type CiJob, type NamesByLogin, personName, runnerName } from '#words/personName.ts'
import { reportErrors } from '../state/unhealthy.ts'
import { plainIntegrity, withNames } from '../state/plainIntegrity.ts'
import { awaitingReason } from '../approvals/awaiting.ts'
import { verdictReason } from '../lease/leaseWords.ts'
import { runName } from '../runName.ts'
import { otherNamesTitle } from './alarms.ts'
import { lockReason } from './lockReason.ts'
import type { StackHealth } from './stackHealth.ts'

/** What a sentence about a stack's health says besides the health itself, as far as it is known. */
type Told = {
  /** The error of the last update, as one line. */
  cause?: string | null
  /** If Holdfast was down, and its last update failed because of that. */
  outage?:
    | {
        run: Parameters<typeof runName>[0]
        downMs: number
        /** The resource whose step may have been carried out, or not. */
        unsure?: string | undefined
      }
    | undefined
  names?: NamesByLogin | undefined
  /** The running update. */
  run?: { version: number | null; ci: CiJob | null } | undefined
  /** The titles of its open alarms. */
  alarms?: readonly string[]
  /** Whether the process of its interrupted update may still run (`domain/lease/lateReports.ts`). */
  mayStillRun?: boolean
  /** Its organization, which is left out of names of stacks. */
  org?: string
  /** The present names of stacks that it reads by an earlier one. */
  renamed?: ReadonlyMap<string, string>
}

/** The reason for a stack's health, one sentence. */
export function healthReason(stack: StackHealth, told: Told = {}): string {
  const { cause, names } = told
  if ('lockWord' in stack) return lockReason(stack.lockWord)
  if ('stateProblem' in stack) return stack.stateProblem
  switch (stack.health) {
    case 'orphaned': {
      const tail = stack.pending === 0 ? 'nothing was in flight.' : haveUnknownOutcome(stack.pending, 'operation')
      return andRuns(`The last ${stack.kind} was interrupted: ${tail}`, told)
    }
    case 'notResponding':
    case 'notProgressing':
      return andBlocked(verdictReason(stack.judged), stack.blocked, names)
    case 'awaitingApproval':
      return andBlocked(awaitingReason(stack.awaiting), stack.blocked, names)
    case 'alarm':
      if (stack.otherNames) return `${otherNamesTitle(stack.otherNames)}.`
      if (told.alarms?.length) return told.alarms.map((title) => `${title}.`).join(' ')
      return 'Resources disappeared from the state, are tracked twice, or would be deleted by the next update.'
    case 'unknownOutputs':
      return andTooNew(
        stack.finding,
        `The outputs of ${counted(stack.entries, 'adopted resource')} are unknown: refresh ${plural(stack.entries, 'it', 'them')} before the next update.`,
      )
    case 'pendingCreates':
      return andRuns(andTooNew(stack.finding, haveUnknownOutcome(stack.creates, 'create')), told, LAST_RUN)
    case 'pending':
      return andRuns(andTooNew(stack.finding, haveUnknownOutcome(stack.operations, 'operation')), told, LAST_RUN)
    case 'failed': {
      if (told.outage)
        return `${capital(runName(told.outage.run))} failed because Holdfast was down for ${durationText(told.outage.downMs)}. ${told.outage.unsure === undefined ? 'Run' : `Check ${told.outage.unsure}, then run`} it again.`
      if (stack.cancelled === undefined) return (cause && withNames(cause)) ?? `The last ${stack.kind} failed.`
      const { by } = stack.cancelled
      return `The last ${stack.kind} was cancelled${by === null ? '' : ` by ${personName(by, names)}`}.`
    }
    case 'broken':
      return `${plainIntegrity(stack.finding)}.${stack.pending === 0 ? '' : ` ${haveUnknownOutcome(stack.pending, 'operation')}`}`
    case 'tooNew':
      return tooNew(stack.finding)
    case 'brokenReferences': {
      const [first = '', ...others] = stack.stacks
      const now = told.renamed?.get(first)
      const read = `Reads ${inOrg(first, told.org)}, ${now === undefined ? 'which does not exist here' : `now called ${inOrg(now, told.org)}`}`
      const more = others.length === 0 ? '' : `, and ${number(others.length)} more under such names`
      return `${read}${more}: updates fail.`
    }
    case 'blocking':
      return `${wereBlocked(stack.blocked, names)}: ${running(stack, told)}`
    case 'slow':
    case 'running':
      return running(stack, told)
    case 'empty':
      if (stack.isUnread) return 'Holdfast has not read its state yet.'
      return stack.isNew ? 'Nothing has been deployed yet.' : 'No resources.'
    case 'ok':
      return stack.unhealthy === 0
        ? 'The state is valid; nothing is pending.'
        : `The state is valid; ${reportErrors(stack.unhealthy)}.`
  }
}

const running = (
  { kind, by, isSlow }: { kind: string; by: string; isSlow: boolean },
  { names, run = { version: null, ci: null } }: Told,
): string =>
  `${runnerName(by, run.ci, names)} is running ${runName({ kind, version: run.version })}${
    isSlow ? ', which is taking much longer than usual' : ''
  }.`

const inOrg = (name: string, org?: string): string =>
  org !== undefined && name.startsWith(`${org}/`) ? name.slice(org.length + 1) : name

/** Adds that the process may still change the cloud. */
const andRuns = (sentence: string, { mayStillRun = false }: Told, owner = 'Its process'): string =>
  mayStillRun ? `${sentence} ${owner} may still be running.` : sentence

const LAST_RUN = 'The process of the last run'

/** Adds who was blocked. */
const andBlocked = (sentence: string, blocked: readonly string[], names?: NamesByLogin): string =>
  blocked.length === 0 ? sentence : `${sentence} ${wereBlocked(blocked, names)}.`

/** Who was blocked, which is not to say that they still wait: one by name, several by number. */
function wereBlocked(blocked: readonly string[], names?: NamesByLogin): string {
  const [first = ''] = blocked
  const who = blocked.length > 1 ? counted(blocked.length, 'user') : personName(first, names)
  return `${who} ${plural(blocked.length, 'was', 'were')} blocked`
}

/** A state that a newer CLI wrote is not changed here. */
function andTooNew(finding: string | null, sentence: string): string {
  return finding === null ? sentence : `${sentence} ${tooNew(finding)}`
}

const tooNew = (finding: string): string => `${plainIntegrity(finding)}. Upgrade Holdfast before you change it here.`

const haveUnknownOutcome = (count: number, one: string): string =>
  `${counted(count, one)} ${plural(count, 'has', 'have')} an unknown outcome.`
