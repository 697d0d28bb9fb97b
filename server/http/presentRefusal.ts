import { whyNot } from '#domain/backends/capabilities.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'
import { fullName } from '../core/stacks/names.ts'
import type { CliRefusal, Refusal } from '../errors.ts'
import { accessWords, leavesRuleWords, rightWords } from './accessWords.ts'
import { ApiError, badRequest, conflict, notFound } from './apiError.ts'
import { lockWords } from './lockWords.ts'
import { CONSOLE_SENTENCES } from './consoleSentences.ts'
import type { RequestRefusal } from './requestError.ts'
import { type Answers, answerTo } from './answersToRefusals.ts'

/** What the console is answered, for each refusal that it can meet. */
const SENTENCES: Answers<Exclude<Refusal, CliRefusal>, NamesByLogin | undefined, ApiError> = {
  ...CONSOLE_SENTENCES,

  notJson: () => badRequest('The body is not valid JSON.'),
  doesNotFit: ({ where, problem }) => badRequest(`${where || 'The request'}: ${problem}.`),
  tooDeep: ({ of, most }) => badRequest(`The ${of} nests more than ${most} objects and lists.`),
  tooManyValues: ({ of, most }) => new ApiError('too_large', TOO_MANY[of](most)),

  updateEnded: ({ updateId }) => new ApiError('conflict', 'The update has ended already.', { params: { updateId } }),
  noSuchUpdate: ({ id }) =>
    id === null
      ? notFound('There is no such update of this stack.')
      : new ApiError('not_found', `This stack has no update ${id}.`, { params: { update: id } }),
  leaseHeld: ({ updateId }) =>
    new ApiError('lease_held', 'An update holds the lease of this stack.', { params: { updateId } }),
  stackLocked: ({ stack, lock }, names) => {
    const detail = `${lockWords(stack, { ...lock, login: personName(lock.login, names) })}${/[.!?]$/.test(lock.reason) ? '' : '.'}`
    const params = { lock: lock.id, holder: lock.login, until: String(lock.until) }
    return new ApiError('lease_held', detail, { params })
  },
  staleBasis: ({ current: { version, hash } }) => {
    const detail = 'The state has changed since you read it. Review what changed, then try again.'
    return new ApiError('stale_basis', detail, { params: { version: String(version), hash } })
  },

  noSuchStack: (refusal) => noSuchStack(refusal),
  noSuchVersion: ({ of, version }) =>
    new ApiError('not_found', `This stack has no ${of} ${version}.`, { params: { version } }),
  illegalName: ({ of }) => badRequest(`The name is not legal${NAME_RULE[of]}.`),
  nameTaken: ({ name, by }) => {
    const what = by === 'restore' ? 'restore it under another name' : 'choose another name'
    return conflict(`There is now a stack ${fullName(name)}: ${what}.`)
  },
  noSuchOrganization: ({ org }) => {
    const detail = `There is no organization ${org}: an administrator can create it in Settings → Organizations.`
    return new ApiError('not_found', detail, { params: { org } })
  },
  nameUnchanged: () => badRequest('The stack has this name already.'),
  leavesRule: ({ rule, right }) => forbidden(leavesRuleWords(rule, right), right),
  stackHasResources: () =>
    badRequest('The stack still has resources: destroy them first, or confirm that they are abandoned.'),
  keptElsewhere: ({ in: { backend, kind } }) =>
    new ApiError('conflict', whyNot(kind, 'write') ?? 'This stack is kept in a connected backend.', {
      params: { backend },
    }),
  illegalTag: ({ tag, problem }) => {
    const what =
      problem === 'name' ? 'name is not legal: 1 to 40 of A-Za-z0-9-_.: are' : 'value is longer than 256 bytes'
    return new ApiError('bad_request', `The ${what}.`, { params: { tag } })
  },
  projectTagFixed: () => badRequest('The tag pulumi:project follows the stack and cannot be changed.'),

  foreignCiphertext: () => badRequest('The ciphertext is damaged or belongs to another stack.'),
  readableSecrets: ({ right }) => {
    const problem = 'This state has secrets in plain text: exporting it needs the right to decrypt.'
    return forbidden(`${problem} ${rightWords(right)}`, right)
  },

  notSignedIn: (refusal) => new ApiError('not_signed_in', accessWords(refusal)),
  missingRight: (refusal) => forbidden(accessWords(refusal), refusal.right),
  tokenScopeTooWide: (refusal) => forbidden(accessWords(refusal), { needs: refusal.scope, has: refusal.most }),
  tokenScopeAbove: (refusal) => forbidden(accessWords(refusal), { needs: refusal.scope, has: refusal.has }),
  noSuchUser: (refusal) => notFound(accessWords(refusal)),
  noSuchToken: (refusal) => notFound(accessWords(refusal)),
  tokenNameTaken: (refusal) => conflict(accessWords(refusal)),
  tooManyTokens: (refusal) => conflict(accessWords(refusal)),
  environmentToken: (refusal) => conflict(accessWords(refusal)),

  tooManyJobs: (refusal) => {
    const retryAfterS = String(refusal.retryAfterS)
    const detail =
      'Too many of your requests on large states are waiting. Nothing was changed; try again in a few seconds.'
    return new ApiError('too_many_requests', detail, {
      params: { retryAfterS },
      headers: { 'retry-after': retryAfterS },
    })
  },
  jobTooLong: ({ mostS }) =>
    new ApiError(
      'too_large',
      `This took longer than ${mostS} s and was stopped. Nothing was changed; ask for less at once.`,
    ),
}

/**
 * Returns a refusal as the console is answered: a code, a sentence for the user, and the data on which the page acts.
 * One of the CLI's calls that arrives here is a bug of the server, and the log has its kind.
 */
export const presentRefusal = (refusal: Refusal, names?: NamesByLogin): ApiError =>
  answerTo(SENTENCES, refusal, names) ?? unexpected()

const forbidden = (detail: string, { needs, has }: { needs: string; has: string }) =>
  new ApiError('forbidden', detail, { params: { needs, has } })

/** An unexpected error, without details. */
export const unexpected = () =>
  new ApiError('internal', 'Internal error. The server’s log has details under this request ID.')

function noSuchStack({ name, nowCalled }: Extract<Refusal, { kind: 'noSuchStack' }>): ApiError {
  if (name === null) return new ApiError('not_found', 'There is no such stack.')
  const { org, project, name: stack } = name
  const renamed = nowCalled && fullName(nowCalled)
  const params = { org, project, stack, ...(renamed && { nowCalled: renamed }) }
  const where = renamed ? ` It was renamed to ${renamed}.` : ''
  return new ApiError('not_found', `There is no stack ${fullName(name)}.${where}`, { params })
}

const TOO_MANY = {
  body: (most: number) => `At most ${most} values are accepted in one request.`,
  text: (most: number) => `A text of this size may hold at most ${most} values.`,
  call: (most: number) => `At most ${most} values are accepted at once.`,
}

const RULE = ': 1 to 100 of A-Za-z0-9_.- are'
const NAME_RULE = { organization: ': 3 to 40 of A-Za-z0-9_- are', project: RULE, stack: RULE, newName: RULE }

/** The same for a body that could not be read. */
export function presentRequest(refusal: RequestRefusal): ApiError {
  switch (refusal.kind) {
    case 'bodyTooLarge':
      return new ApiError('too_large', `The request is too large: at most ${refusal.mostBytes} bytes are accepted.`)
    case 'bodyCutOff':
      return new ApiError('bad_request', 'The request is incomplete: send it again.')
    case 'gzipDamaged':
      return new ApiError('bad_request', 'The body is not valid gzip, or is truncated.')
    case 'gzipOverrun':
      return new ApiError('bad_request', 'The gzip is larger than its header says, or has several members.')
    case 'gzipTooDense':
      return new ApiError('too_large', `A gzip may hold at most ${refusal.mostRatio} times its own size.`)
    case 'encodingUnsupported': {
      const name = JSON.stringify(refusal.encoding.slice(0, 40))
      return new ApiError('bad_request', `The content encoding ${name} is not supported: send gzip or none.`)
    }
    case 'bodyTooSlow':
      return new ApiError('bad_request', 'The request arrived too slowly, and was given up: send it again.')
    case 'tooBusy': {
      const headers = { 'retry-after': String(refusal.retryAfterS) }
      const params = { retryAfterS: String(refusal.retryAfterS) }
      const detail = 'Too many of your requests are in progress. Nothing was changed; try again in a few seconds.'
      return new ApiError('too_many_requests', detail, { params, headers })
    }
  }
}
