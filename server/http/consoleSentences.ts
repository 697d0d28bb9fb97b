import type { ApprovalStatus } from '#contract/approvals.ts'
import { roleName } from '#domain/approvals/rights.ts'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { counted, plural } from '#words/counts.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'
import { named } from '#domain/recoveries/named.ts'
import { howAndWhenItEnded, whyNothingToCancel } from '#domain/recoveries/lease/nothingToCancel.ts'
import { fullName } from '../core/stacks/names.ts'
import type { ConsoleRefusal } from '../errors.ts'
import { ApiError, badRequest, conflict, notFound } from './apiError.ts'
import type { Answers } from './answersToRefusals.ts'

/** What a held step is now. */
const DECIDED = {
  waiting: 'it waits',
  allowed: 'it was allowed',
  refused: 'it was refused',
  timedOut: 'nobody decided in time',
  ended: 'its run has ended',
  withdrawn: 'no rule asks for it any more',
} as const satisfies Record<ApprovalStatus, string>

/** What the console is answered, for each refusal that only its calls can meet. */
export const CONSOLE_SENTENCES: Answers<ConsoleRefusal, NamesByLogin | undefined, ApiError> = {
  stackNotLocked: () => conflict('No one holds this stack for maintenance.'),
  lockReplaced: ({ login }, names) =>
    conflict(`That lock has ended; ${personName(login, names)} has locked the stack again.`),
  lockTooLong: ({ mostDays }) => badRequest(`A lock ends at most ${mostDays} days from now: extend it by less.`),
  lockNeedsFreeStack: ({ runs, updateId }, names) => {
    const who = runs
      ? `${personName(runs.login, names)} is running ${runs.kind} ${runs.version ?? ''}`.trim()
      : 'An update runs'
    const what = 'a lock does not touch it: wait until it has ended, or release its lease first.'
    return new ApiError('lease_held', `${who}, and ${what}`, { params: { updateId } })
  },
  notConfirmed: ({ expected }) =>
    new ApiError('not_confirmed', `Type ${expected} to confirm.`, { params: { expected } }),
  processMayRun: ({ run }) =>
    new ApiError(
      'not_confirmed',
      `The process of ${run} may still be running: end it, then confirm that it has ended.`,
    ),
  queueFull: ({ most, stack, retryAfterS }) => {
    const detail = `${most} clients wait for ${fullName(stack)} already; try again later.`
    return new ApiError('too_many_requests', detail, { headers: { 'retry-after': String(retryAfterS) } })
  },

  noSuchDeletedStack: () => notFound('There is no such deleted stack.'),
  stackNotDeleted: ({ stack }) => conflict(`${fullName(stack)} is back already.`),
  organizationExists: ({ org }) => conflict(`There is an organization ${org} already.`),
  noSuchBackend: ({ name }) => notFound(`There is no connected backend ${name}.`),
  backendFromSettings: ({ name }) =>
    conflict(`${name} is connected by the file of HOLDFAST_BACKENDS: change it there.`),
  backendAddress: ({ problem }) => badRequest(problem),
  backendUnusable: ({ trouble, at }) => badRequest(troubleSentence(trouble, at)),
  organizationHasStacks: ({ org }) =>
    conflict(`${org} has stacks, or deleted stacks that can be restored: it cannot be removed.`),

  impossibleRecovery: ({ code, reason }) => new ApiError(code, reason),
  noOptions: ({ recovery }) => notFound(`${named(recovery)} has a page of its own: nothing is chosen for it here.`),
  noSuchRecovery: () => notFound('There is no such recovery.'),
  noSuchRecord: ({ of }) => notFound(`There is no such ${of} of this stack.`),
  unclearStatements: ({ problem }) => badRequest(problem),
  problemsNotStated: ({ titles }) => {
    const items = titles.join(', ')
    return notStated(`Say where you looked and what you found for: ${items}.`, items)
  },
  holderNotStated: ({ how }) => notStated(how),
  checkNotStated: () => notStated('Enter what you checked.'),
  notUndone: ({ reason }) => conflict(reason),
  formerStateGone: ({ version }) =>
    conflict(`The state ${version === null ? 'from before' : `of version ${version}`} is not kept any more.`),
  nothingToCancel: (refusal, names) => nothingToCancel(refusal, names),
  updateResolved: ({ login, reason }, names) => conflict(`${nameOf(login, names)} has already resolved it: ${reason}`),
  notOrphaned: ({ run }, names) => conflict(howAndWhenItEnded(run, names)),
  operationsPending: ({ count }) => {
    const pending = `${counted(count, 'operation')} ${plural(count, 'is', 'are')} still pending.`
    return conflict(`${pending} Resolve ${plural(count, 'it', 'them')} first.`)
  },

  impossibleEdit: ({ problem }) => {
    const { code, message } = problem ?? { code: 'nothing', message: 'Nothing changes.' }
    const isBroken = code === 'wouldBreak' || code === 'invalidState'
    return new ApiError(isBroken ? 'would_break_state' : 'bad_request', message, { params: { problem: code } })
  },
  stateNotEditable: ({ problem }) => new ApiError('unsupported_state', `This state cannot be edited here: ${problem}.`),
  noSuchResource: ({ urn }) => new ApiError('not_found', 'This state has no such resource.', { params: { urn } }),
  sameStack: () => badRequest('These resources are in that stack already.'),
  otherSideGone: ({ stack }) => conflict(`The other side of the move, ${stack}, is gone.`),
  secretsNotOpened: ({ count }) => {
    const which = `${counted(count, 'secret')} of these resources`
    return conflict(`${which} can’t be decrypted with the stack’s key, so nothing was moved.`)
  },

  noSuchUntracked: () => notFound('This stack has no such untracked resource.'),
  untrackedResolved: ({ name, login }, names) => conflict(`${nameOf(login, names)} has already resolved ${name}.`),
  untrackedPending: ({ name }) =>
    conflict(`The create of ${name} is still pending in the state: answer it on the stack’s recover page.`),
  noSuchAlarm: () => notFound('This stack has no such alarm.'),
  alarmAcknowledged: ({ login, reason }, names) => conflict(`${nameOf(login, names)} has dismissed it: ${reason}`),

  staleRules: ({ version }) =>
    new ApiError('stale_basis', 'The rules have changed since you read them. Review what changed, then save again.', {
      params: { version: String(version) },
    }),
  ruleWithoutApprovers: ({ name, persons, role, eligible }) => {
    const wanted = counted(persons, roleName(role))
    const there =
      eligible === 0
        ? 'there is none'
        : `there ${plural(eligible, 'is', 'are')} ${counted(eligible, 'user')} with that role`
    return badRequest(
      `Nobody could satisfy “${name}”: it asks for ${wanted} besides the user who runs the update, and ${there}.`,
    )
  },
  noSuchApproval: () => notFound('There is no such step of this stack that waits for approval.'),
  approvalDecided: ({ name, status, login }, names) =>
    conflict(`${name} has been decided${login === null ? '' : ` by ${nameOf(login, names)}`}: ${DECIDED[status]}.`),
  mayNotDecide: ({ why }) => new ApiError('forbidden', why),

  userExists: ({ login }) => conflict(`There is a user ${login} already.`),
  lastAdministrator: ({ login, to }) =>
    conflict(`${login} is the last administrator and cannot be ${to}. Make another one first.`),
  ownsEnvironmentToken: ({ login }) => {
    const way = 'take it out of the settings and restart the server first.'
    return conflict(`${login} has the token of HOLDFAST_ACCESS_TOKEN: ${way}`)
  },
  noSuchSession: () => notFound('You have no such session.'),
  cannotMarkChanges: () => {
    const way = 'Changes are marked as seen in a browser that was signed in with a link, not with an access token.'
    return new ApiError('forbidden', way)
  },
  tooManyPreferences: ({ of, most }) => badRequest(`There are ${most} ${of} already: remove one first.`),
}

const notStated = (detail: string, items = 'statement') => new ApiError('not_confirmed', detail, { params: { items } })

const nameOf = (login: string | null, names?: NamesByLogin) => personName(login ?? 'Someone', names)

/** GR-03: says when and how the last update ended, instead of an unspecific error. */
function nothingToCancel(
  { last, pending }: Extract<ConsoleRefusal, { kind: 'nothingToCancel' }>,
  names?: NamesByLogin,
): ApiError {
  if (last?.status === 'running')
    return new ApiError('conflict', 'That update has ended; another one is running now.', {
      params: { updateId: last.id },
    })
  const endedAt = last?.endedAt ?? null
  return new ApiError('conflict', whyNothingToCancel(last, pending, names), {
    params: {
      ...(last && { updateId: last.id, status: last.status }),
      ...(endedAt !== null && { endedAt: String(endedAt) }),
    },
  })
}
