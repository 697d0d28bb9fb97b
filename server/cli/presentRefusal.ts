import { list } from '#words/counts.ts'
import { fullName } from '../core/stacks/names.ts'
import type { Deps } from '../deps.ts'
import { DomainError, type Refusal } from '../errors.ts'
import { accessWords, rightWords } from '../http/accessWords.ts'
import { isConsoleRefusal } from '../http/consoleSentences.ts'
import { RequestError, type RequestRefusal } from '../http/requestError.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { TextRemovedError } from '../store/port/states.ts'
import { TextJobError } from '../texts/textJobs.ts'
import { badRequest, CliError, conflict, forbidden, notFound, tooLarge, unauthorized } from './cliError.ts'
import { holderWarning, lockWarning } from './heldWarning.ts'

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

/** Returns a refusal as the CLI is answered: status, message, headers. */
export function presentRefusal(refusal: Refusal, settings: Settings): CliError {
  if (isConsoleRefusal(refusal)) return conflict('this can only be done in the console.')
  switch (refusal.kind) {
    case 'notJson':
      return badRequest('the body is not valid JSON.')
    case 'doesNotFit':
      return badRequest(`the body does not fit: ${refusal.where || 'body'}: ${refusal.problem}.`)
    case 'tooDeep':
      return badRequest(`the ${refusal.of} nests more than ${refusal.most} objects and lists.`)
    case 'tooManyValues':
      return tooLarge(TOO_MANY[refusal.of](refusal.most))

    case 'noCheckpoint':
      return badRequest('request must contain a checkpoint')
    case 'invalidCheckpoint':
      return badRequest('invalid checkpoints are not supported')
    case 'checkpointVersion':
      return badRequest(`checkpoint version ${refusal.version} is not accepted: 3 and 4 are`)
    case 'noVerbatimCheckpoint':
      return badRequest('there is no verbatim checkpoint to apply the delta to')
    case 'deltaNotApplicable':
      return badRequest(`the delta cannot be applied: ${refusal.problem}`)
    case 'deltaHashMismatch':
      return badRequest('the checkpoint hash does not match the result of the delta')
    case 'invalidEntry':
      return badRequest(`journal entry ${refusal.sequenceID}: ${refusal.problem}`)
    case 'tooManyEntries':
      return tooLarge(`send at most ${refusal.most} journal entries at once.`)
    case 'journalBatchTooLarge':
      return tooLarge(`send journal entries in batches of at most ${refusal.mostBytes} bytes.`)
    case 'noEvents':
      return badRequest('the batch holds no events')
    case 'tooManyEvents':
      return tooLarge(`send at most ${refusal.most} events at once.`)

    case 'noSuchUpdate':
      return notFound(refusal.id === null ? 'no such update' : `Update '${refusal.id.slice(0, 80)}' not found`)
    case 'updateNotStarted':
      return new CliError(409, 'The Update has not started')
    case 'updateAlreadyStarted':
      return conflict('The Update has already been started')
    case 'updateCompleted':
      return new CliError(409, 'The Update has already completed')
    case 'updateCancelled':
      return new CliError(409, 'The Update has been cancelled')
    case 'updateEnded': // `pulumi cancel` shows it after the status (docs/protocol.md, Cancel)
      return conflict('The Update has already completed')
    case 'previewHasNoState':
      return new CliError(403, 'Updating the checkpoint is not permitted for preview operations.')

    case 'leaseHeld':
      return new CliError(409, HELD, refusal.holder ? holderWarning(refusal.holder, settings) : {})
    case 'stackLocked':
      return new CliError(409, HELD, lockWarning(refusal.stack, refusal.lock, settings))
    case 'leaseTokenInvalid':
      return new CliError(403, TOKEN_EXPIRED)
    case 'leaseRevoked':
      return forbidden(revokedWords(refusal.tokenName))
    case 'leaseDuration':
      return badRequest(`the duration of a lease is 0 to ${refusal.mostS} seconds.`)
    case 'staleBasis':
      return conflict('The state has changed since it was read.')

    case 'noSuchStack':
      if (refusal.name === null) return notFound('no such stack')
      return notFound(
        `stack '${fullName(refusal.name)}' not found`.slice(0, 400) +
          (refusal.nowCalled ? `: it was renamed to ${fullName(refusal.nowCalled)}` : ''),
      )
    case 'noSuchVersion':
      return notFound(`there is no version ${refusal.version} of this stack`)
    case 'illegalName':
      return badRequest(illegalName(refusal.of, refusal.name))
    case 'nameTaken':
      return conflict(
        refusal.by === 'create'
          ? `stack '${fullName(refusal.name)}' already exists`
          : 'a stack with the new name already exists',
      )
    case 'noSuchOrganization':
      return notFound(noSuchOrganization(refusal, settings))
    case 'nameUnchanged':
      return badRequest('the stack has this name already.')
    case 'stackHasResources':
      return badRequest('Stack still contains resources.')
    case 'noServiceConfig':
      return badRequest('stack configuration by the service is not supported.')
    case 'foreignSecrets':
      return badRequest('cannot import deployment with encrypted secrets from a different stack')

    case 'illegalTag':
      return badRequest(
        refusal.problem === 'name'
          ? `The tag name ${quoted(refusal.tag, 60)} is not legal: 1 to 40 of A-Za-z0-9-_.: are.`
          : `The value of tag ${refusal.tag} is longer than 256 bytes.`,
      )
    case 'projectTagFixed':
      return badRequest('the tag pulumi:project cannot be changed.')
    case 'builtInTag':
      return badRequest(`the built-in tag ${refusal.tag} cannot be changed by itself.`)
    case 'tagExists':
      return badRequest(`the tag ${refusal.tag} exists already.`)
    case 'noSuchTag':
      return notFound(`the stack has no tag '${refusal.tag.slice(0, 60)}'`)

    case 'notBase64':
      return badRequest('a value is not base64.')
    case 'foreignCiphertext':
      return badRequest('the ciphertext is damaged or belongs to another stack.')
    case 'readableSecrets': {
      const problem = 'this state has secrets in plain text: exporting it needs the right to decrypt.'
      return forbidden(`${problem} ${rightWords(refusal.right)}`)
    }

    case 'notSignedIn':
      return unauthorized()
    case 'missingRight':
    case 'tokenScopeTooWide':
    case 'tokenScopeAbove':
      return forbidden(accessWords(refusal))
    case 'noSuchUser':
    case 'noSuchToken':
      return notFound(accessWords(refusal))
    case 'tokenNameTaken':
    case 'tooManyTokens':
    case 'environmentToken':
      return conflict(accessWords(refusal))

    case 'tooManyJobs':
      return new CliError(429, `Too Many Requests: ${WAITING}`, { 'Retry-After': String(refusal.retryAfterS) })
    case 'jobTooLong':
      return tooLarge(`this took longer than ${refusal.mostS} s and was stopped. Nothing was changed; ask for less.`)
  }
}

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
  const others = known === null ? '' : ` Organizations here: ${list(firstOf(known))}.`
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
      return badRequest('the body was cut off.')
    case 'gzipDamaged':
      return badRequest('the body is not valid gzip, or was cut off.')
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
