import { type NamesByLogin, personName } from '#words/personName.ts'
import { fullName } from '../core/stacks/names.ts'
import type { Refusal } from '../errors.ts'
import { accessWords, rightWords } from './accessWords.ts'
import { ApiError } from './apiError.ts'
import { lockWords } from './lockWords.ts'
import { isConsoleRefusal, presentConsoleRefusal } from './presentConsoleRefusal.ts'
import type { RequestRefusal } from './requestError.ts'

/**
 * Returns a refusal as the console is answered: a code, a sentence for the user, and the data on which the page acts.
 */
export function presentRefusal(refusal: Refusal, names?: NamesByLogin): ApiError {
  if (isConsoleRefusal(refusal)) return presentConsoleRefusal(refusal, names)
  switch (refusal.kind) {
    case 'notJson':
      return new ApiError('bad_request', 'The body is not valid JSON.')
    case 'doesNotFit':
      return new ApiError('bad_request', `${refusal.where || 'The request'}: ${refusal.problem}.`)
    case 'tooDeep':
      return new ApiError('bad_request', `The ${refusal.of} nests more than ${refusal.most} objects and lists.`)
    case 'tooManyValues':
      return new ApiError('too_large', TOO_MANY[refusal.of](refusal.most))

    case 'updateEnded':
      return new ApiError('conflict', 'The update has ended already.', { params: { updateId: refusal.updateId } })
    case 'noSuchUpdate':
      if (refusal.id === null) return new ApiError('not_found', 'There is no such update of this stack.')
      return new ApiError('not_found', `This stack has no update ${refusal.id}.`, { params: { update: refusal.id } })
    case 'leaseHeld': {
      const params = { updateId: refusal.updateId }
      return new ApiError('lease_held', 'An update holds the lease of this stack.', { params })
    }
    case 'staleBasis': {
      const { version, hash } = refusal.current
      const detail = 'The state has changed since you read it. Review what changed, then try again.'
      return new ApiError('stale_basis', detail, { params: { version: String(version), hash } })
    }

    case 'stackLocked': {
      const { stack, lock } = refusal
      const detail = `${lockWords(stack, { ...lock, login: personName(lock.login, names) })}${/[.!?]$/.test(lock.reason) ? '' : '.'}`
      const params = { lock: lock.id, holder: lock.login, until: String(lock.until) }
      return new ApiError('lease_held', detail, { params })
    }

    case 'noSuchStack':
      return noSuchStack(refusal)
    case 'noSuchVersion': {
      const { of, version } = refusal
      return new ApiError('not_found', `This stack has no ${of} with the version ${version}.`, { params: { version } })
    }
    case 'illegalName':
      return new ApiError('bad_request', `The name is not legal${NAME_RULE[refusal.of]}.`)
    case 'nameTaken': {
      const name = fullName(refusal.name)
      const what = refusal.by === 'restore' ? 'bring it back under another name' : 'choose another name'
      return new ApiError('conflict', `There is a stack ${name} by now: ${what}.`)
    }
    case 'noSuchOrganization':
      return new ApiError(
        'not_found',
        `There is no organization ${refusal.org}: an administrator can create it in Settings → Organizations.`,
        {
          params: { org: refusal.org },
        },
      )
    case 'nameUnchanged':
      return new ApiError('bad_request', 'The stack has this name already.')
    case 'stackHasResources':
      return new ApiError(
        'bad_request',
        'The stack still has resources: destroy them first, or confirm that they are abandoned.',
      )
    case 'illegalTag': {
      const problem =
        refusal.problem === 'name'
          ? 'name is not legal: 1 to 40 of A-Za-z0-9-_.: are'
          : 'value is longer than 256 bytes'
      return new ApiError('bad_request', `The ${problem}.`, { params: { tag: refusal.tag } })
    }
    case 'projectTagFixed':
      return new ApiError('bad_request', 'The tag pulumi:project follows the stack and cannot be changed.')

    case 'foreignCiphertext':
      return new ApiError('bad_request', 'The ciphertext is damaged or belongs to another stack.')
    case 'readableSecrets': {
      const { needs, has } = refusal.right
      const problem = 'This state has secrets in plain text: exporting it needs the right to decrypt.'
      return new ApiError('forbidden', `${problem} ${rightWords(refusal.right)}`, { params: { needs, has } })
    }

    case 'notSignedIn':
      return new ApiError('not_signed_in', accessWords(refusal))
    case 'missingRight': {
      const { needs, has } = refusal.right
      return new ApiError('forbidden', accessWords(refusal), { params: { needs, has } })
    }
    case 'tokenScopeTooWide':
      return new ApiError('forbidden', accessWords(refusal), { params: { needs: refusal.scope, has: refusal.most } })
    case 'tokenScopeAbove':
      return new ApiError('forbidden', accessWords(refusal), { params: { needs: refusal.scope, has: refusal.has } })
    case 'noSuchUser':
    case 'noSuchToken':
      return new ApiError('not_found', accessWords(refusal))
    case 'tokenNameTaken':
    case 'tooManyTokens':
    case 'environmentToken':
      return new ApiError('conflict', accessWords(refusal))

    case 'tooManyJobs': {
      const retryAfterS = String(refusal.retryAfterS)
      const detail =
        'Too many of your requests on large states are waiting. Nothing was changed; try again in a few seconds.'
      return new ApiError('too_many_requests', detail, {
        params: { retryAfterS },
        headers: { 'retry-after': retryAfterS },
      })
    }
    case 'jobTooLong': {
      const detail = `This took longer than ${refusal.mostS} s and was stopped. Nothing was changed; ask for less at once.`
      return new ApiError('too_large', detail)
    }

    // Only calls of the CLI are refused with these; one that arrives here is a bug of the server, and the log has its
    // kind.
    case 'noCheckpoint':
    case 'invalidCheckpoint':
    case 'checkpointVersion':
    case 'noVerbatimCheckpoint':
    case 'deltaNotApplicable':
    case 'deltaHashMismatch':
    case 'invalidEntry':
    case 'tooManyEntries':
    case 'journalBatchTooLarge':
    case 'noEvents':
    case 'tooManyEvents':
    case 'updateNotStarted':
    case 'updateAlreadyStarted':
    case 'updateCompleted':
    case 'updateCancelled':
    case 'previewHasNoState':
    case 'leaseTokenInvalid':
    case 'leaseRevoked':
    case 'leaseDuration':
    case 'noServiceConfig':
    case 'foreignSecrets':
    case 'builtInTag':
    case 'tagExists':
    case 'noSuchTag':
    case 'notBase64':
      return unexpected()
  }
}

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
      return new ApiError('bad_request', 'The request was cut off: send it again.')
    case 'gzipDamaged':
      return new ApiError('bad_request', 'The body is not valid gzip, or was cut off.')
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
