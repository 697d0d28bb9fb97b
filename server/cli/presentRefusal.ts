import { refusedText } from '#domain/approvals/words.ts'
import { list } from '#words/counts.ts'
import { fullName } from '../core/stacks/names.ts'
import type { Deps } from '../deps.ts'
import { type ConsoleRefusal, DomainError, type Refusal } from '../errors.ts'
import { accessWords, leavesRuleWords, rightWords } from '../http/accessWords.ts'
import { type Answers, answerTo } from '../http/answersToRefusals.ts'
import { RequestError, type RequestRefusal } from '../http/requestError.ts'
import type { StackName } from '../store/port/stacks.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { TextRemovedError } from '../store/port/states.ts'
import { TextJobError } from '../texts/textJobs.ts'
import { badRequest, CliError, conflict, forbidden, notFound, tooLarge, unauthorized } from './cliError.ts'
import { holderWarning, lockWarning } from './warnings/heldWarning.ts'

type Settings = Pick<Deps['settings'], 'publicUrl'>

/** Tools match these sentences exactly (docs/protocol.md, Answers and errors; Late calls). */
const HELD = 'Conflict: Another update is currently in progress.'
const TOKEN_EXPIRED = 'The provided update token has expired.'

export const UNAVAILABLE = 'The database cannot be reached or written right now. Nothing was lost; try again.'

/** Returns the CLI's answer to a thrown error; undefined for an unexpected one. */
export function asCliError(thrown: unknown, settings: Settings): CliError | undefined {
  if (thrown instanceof CliError) return thrown
  if (thrown instanceof DomainError) return presentRefusal(thrown.refusal, settings)
  if (thrown instanceof RequestError) return presentRequest(thrown.refusal)
  if (thrown instanceof TextRemovedError) return notFound(thrown.message)
  if (thrown instanceof TextJobError) return new CliError(503, thrown.message)
  if (thrown instanceof StoreUnavailableError) return new CliError(503, UNAVAILABLE)
  return undefined
}

/** What the CLI is answered, for each refusal that its calls can meet. */
const ANSWERS: Answers<Exclude<Refusal, ConsoleRefusal>, Settings, CliError> = {
  notJson: () => badRequest('the body is not valid JSON.'),
  doesNotFit: ({ where, problem }) => badRequest(`the body does not fit: ${where || 'body'}: ${problem}.`),
  tooDeep: ({ of, most }) => badRequest(`the ${of} nests more than ${most} objects and lists.`),
  tooManyValues: ({ of, most }) => tooLarge(TOO_MANY[of](most)),

  noCheckpoint: () => badRequest('request must contain a checkpoint'),
  invalidCheckpoint: () => badRequest('invalid checkpoints are not supported'),
  checkpointVersion: ({ version }) => badRequest(`checkpoint version ${version} is not accepted: 3 and 4 are`),
  noVerbatimCheckpoint: () => badRequest('there is no verbatim checkpoint to apply the delta to'),
  deltaNotApplicable: ({ problem }) => badRequest(`the delta cannot be applied: ${problem}`),
  deltaHashMismatch: () => badRequest('the checkpoint hash does not match the result of the delta'),
  invalidEntry: ({ sequenceID, problem }) => badRequest(`journal entry ${sequenceID}: ${problem}`),
  tooManyEntries: ({ most }) => tooLarge(`send at most ${most} journal entries at once.`),
  journalBatchTooLarge: ({ mostBytes }) => tooLarge(`send journal entries in batches of at most ${mostBytes} bytes.`),
  noEvents: () => badRequest('the batch holds no events'),
  tooManyEvents: ({ most }) => tooLarge(`send at most ${most} events at once.`),

  noSuchUpdate: ({ id }) => notFound(id === null ? 'no such update' : `Update '${id.slice(0, 80)}' not found`),
  stepsRefused: ({ stack, version, steps, others, ended }, settings) =>
    new CliError(403, ascii(refusedText(steps, { others, ended }, runUrl(stack, version, settings)))),
  stepsUndecided: () => new CliError(503, 'Service Unavailable: a step waits for approval; the client asks again.'),
  tooMuchWaits: () =>
    new CliError(
      503,
      'Service Unavailable: too many large steps wait for approval; once some of them are decided, run the update again.',
    ),
  journalNeeded: ({ rule }) =>
    forbidden(
      `"${rule}" refuses updates of clients that keep no journal: use a CLI from 3.204 on, without PULUMI_DISABLE_JOURNALING.`,
    ),
  updateNotStarted: () => new CliError(409, 'The Update has not started'),
  updateAlreadyStarted: () => conflict('The Update has already been started'),
  updateCompleted: () => new CliError(409, 'The Update has already completed'),
  updateCancelled: () => new CliError(409, 'The Update has been cancelled'),
  // `pulumi cancel` shows it after the status (docs/protocol.md, Cancel)
  updateEnded: () => conflict('The Update has already completed'),
  previewHasNoState: () => new CliError(403, 'Updating the checkpoint is not permitted for preview operations.'),

  leaseHeld: ({ holder }, settings) => new CliError(409, HELD, holder ? holderWarning(holder, settings) : {}),
  stackLocked: ({ stack, lock }, settings) => new CliError(409, HELD, lockWarning(stack, lock, settings)),
  leaseTokenInvalid: () => new CliError(403, TOKEN_EXPIRED),
  leaseRevoked: ({ tokenName }) => forbidden(revokedWords(tokenName)),
  leaseDuration: ({ mostS }) => badRequest(`the duration of a lease is 0 to ${mostS} seconds.`),
  staleBasis: () => conflict('The state has changed since it was read.'),

  noSuchStack: ({ name, nowCalled }) => {
    if (name === null) return notFound('no such stack')
    const where = nowCalled ? `: it was renamed to ${fullName(nowCalled)}` : ''
    return notFound(`stack '${fullName(name)}' not found`.slice(0, 400) + where)
  },
  noSuchVersion: ({ version }) => notFound(`there is no version ${version} of this stack`),
  illegalName: ({ of, name }) => badRequest(illegalName(of, name)),
  nameTaken: ({ name, by }) =>
    conflict(by === 'create' ? `stack '${fullName(name)}' already exists` : 'a stack with the new name already exists'),
  noSuchOrganization: (refusal, settings) => notFound(noSuchOrganization(refusal, settings)),
  nameUnchanged: () => badRequest('the stack has this name already.'),
  leavesRule: ({ rule, right }) => forbidden(leavesRuleWords(rule, right)),
  stackHasResources: () => badRequest('Stack still contains resources.'),
  keptElsewhere: ({ in: { backend } }) =>
    notFound(`no such stack: ${backend} is a connected backend, log in to it directly`),
  noServiceConfig: () => badRequest('stack configuration by the service is not supported.'),
  foreignSecrets: () => badRequest('cannot import deployment with encrypted secrets from a different stack'),

  illegalTag: ({ tag, problem }) =>
    badRequest(
      problem === 'name'
        ? `The tag name ${quoted(tag, 60)} is not legal: 1 to 40 of A-Za-z0-9-_.: are.`
        : `The value of tag ${tag} is longer than 256 bytes.`,
    ),
  projectTagFixed: () => badRequest('the tag pulumi:project cannot be changed.'),
  builtInTag: ({ tag }) => badRequest(`the built-in tag ${tag} cannot be changed by itself.`),
  tagExists: ({ tag }) => badRequest(`the tag ${tag} exists already.`),
  noSuchTag: ({ tag }) => notFound(`the stack has no tag '${tag.slice(0, 60)}'`),

  notBase64: () => badRequest('a value is not base64.'),
  foreignCiphertext: () => badRequest('the ciphertext is damaged or belongs to another stack.'),
  readableSecrets: ({ right }) => {
    const problem = 'this state has secrets in plain text: exporting it needs the right to decrypt.'
    return forbidden(`${problem} ${rightWords(right)}`)
  },

  notSignedIn: () => unauthorized(),
  missingRight: (refusal) => forbidden(accessWords(refusal)),
  tokenScopeTooWide: (refusal) => forbidden(accessWords(refusal)),
  tokenScopeAbove: (refusal) => forbidden(accessWords(refusal)),
  noSuchUser: (refusal) => notFound(accessWords(refusal)),
  noSuchToken: (refusal) => notFound(accessWords(refusal)),
  tokenNameTaken: (refusal) => conflict(accessWords(refusal)),
  tooManyTokens: (refusal) => conflict(accessWords(refusal)),
  environmentToken: (refusal) => conflict(accessWords(refusal)),

  tooManyJobs: ({ retryAfterS }) =>
    new CliError(429, `Too Many Requests: ${WAITING}`, { 'Retry-After': String(retryAfterS) }),
  jobTooLong: ({ mostS }) =>
    tooLarge(`this took longer than ${mostS} s and was stopped. Nothing was changed; ask for less.`),
}

/** Returns a refusal as the CLI is answered: status, message, headers. */
export const presentRefusal = (refusal: Refusal, settings: Settings): CliError =>
  answerTo(ANSWERS, refusal, settings) ?? conflict('this can only be done in the console.')

/** The page of a run, where its held steps are decided. */
export const runUrl = (stack: StackName, version: number | null, { publicUrl }: Settings): string =>
  `${publicUrl}/${fullName(stack)}${version === null ? '' : `/updates/${version}`}`

const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?')

const WAITING = 'too many of your calls on large states are waiting. Nothing was changed; try again in a few seconds.'

const TOO_MANY = {
  body: (most: number) => `at most ${most} values are accepted in one body.`,
  text: (most: number) => `a text of this size may hold at most ${most} values.`,
  call: (most: number) => `at most ${most} values a call.`,
}

/**
 * The message for a client whose right to run its update ended during the run: it stops, as for every 403 on its lease.
 */
const revokedWords = (tokenName: string | null): string =>
  `The access token${tokenName === null ? '' : ` “${tokenName}”`} that this update was started with was revoked or has expired, or its user is no longer allowed to run updates here, so nothing more is applied. ` +
  'What was sent is kept as evidence. Log in with another token and open the stack in the console: Recover shows what is left to do.'

/** Administrators create organizations, so the CLI says where, and names those that may have been meant. */
function noSuchOrganization(
  { org, known }: Extract<Refusal, { kind: 'noSuchOrganization' }>,
  { publicUrl }: Settings,
): string {
  const others = known === undefined ? '' : ` Organizations here: ${list(firstOf(known))}.`
  return `there is no organization ${quoted(org, 60)}.${others} An administrator can create it: ${publicUrl}/-/settings/organizations`
}

const MAX_NAMED = 5
const firstOf = (names: readonly string[]): string[] =>
  names.length <= MAX_NAMED ? [...names] : [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`]

const quoted = (text: string, most: number) => JSON.stringify(text.slice(0, most))

function illegalName(of: Extract<Refusal, { kind: 'illegalName' }>['of'], name: string): string {
  const rule = '1 to 100 of A-Za-z0-9_.- are.'
  switch (of) {
    case 'organization':
      return `the organization name ${quoted(name, 60)} is not legal.`
    case 'project':
      return `the project name ${quoted(name, 120)} is not legal.`
    case 'stack':
      return `the stack name ${quoted(name, 120)} is not legal: ${rule}`
    case 'newName':
      return `the new name is not legal: ${rule}`
  }
}

/** The same for a body that could not be read. */
export function presentRequest(refusal: RequestRefusal): CliError {
  switch (refusal.kind) {
    case 'bodyTooLarge':
      return tooLarge(`at most ${refusal.mostBytes} bytes are accepted.`)
    case 'bodyCutOff':
      return badRequest('the body is truncated.')
    case 'gzipDamaged':
      return badRequest('the body is not valid gzip, or is truncated.')
    case 'gzipOverrun':
      return badRequest('the gzip is larger than its header says, or has several members.')
    case 'gzipTooDense':
      return tooLarge(`a gzip may hold at most ${refusal.mostRatio} times its own size.`)
    case 'encodingUnsupported': {
      const name = quoted(refusal.encoding, 40)
      return new CliError(415, `Unsupported Media Type: content encoding ${name}; send gzip or none.`)
    }
    case 'bodyTooSlow':
      // The CLI repeats a call of an update after a 503, and gives up after a 408.
      return refusal.mayRepeat
        ? new CliError(503, `Service Unavailable: ${SLOW}`)
        : new CliError(408, `Request Timeout: ${SLOW}`)
    case 'tooBusy': {
      const headers = { 'Retry-After': String(refusal.retryAfterS) }
      return new CliError(429, `Too Many Requests: ${BUSY}`, headers)
    }
  }
}

const SLOW = 'the body arrived too slowly, and was given up; send it again.'
const BUSY = 'too many of your requests are in progress. Nothing was changed; try again in a few seconds.'
