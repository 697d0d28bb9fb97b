import { describe, expect, it } from 'vitest'
import { REFUSALS, REQUEST_REFUSALS } from '#testing/refusals.ts'
import { DomainError, type Refusal } from '../errors.ts'
import { RequestError, type RequestRefusal } from '../http/requestError.ts'
import { asCliError } from './presentRefusal.ts'

const HELD = '409 Conflict: Another update is currently in progress.'
const ROLE = 'This needs the role operator, for the scope preview; eve has the role reader in acme.'
const CONSOLE_ONLY = '409 Conflict: this can only be done in the console.'

/** Status and message of each refusal: clients and tools match them exactly (docs/protocol.md, Answers and errors). */
const ANSWERS: Record<Refusal['kind'], string> = {
  notJson: '400 Bad Request: the body is not valid JSON.',
  doesNotFit: '400 Bad Request: the body does not fit: tags.owner: must be a string.',
  tooDeep: '400 Bad Request: the body nests more than 500 objects and lists.',
  tooManyValues: '413 Request Entity Too Large: a text of this size may hold at most 9 values.',
  noCheckpoint: '400 Bad Request: request must contain a checkpoint',
  invalidCheckpoint: '400 Bad Request: invalid checkpoints are not supported',
  checkpointVersion: '400 Bad Request: checkpoint version 5 is not accepted: 3 and 4 are',
  noVerbatimCheckpoint: '400 Bad Request: there is no verbatim checkpoint to apply the delta to',
  deltaNotApplicable: '400 Bad Request: the delta cannot be applied: an edit lies outside the text',
  deltaHashMismatch: '400 Bad Request: the checkpoint hash does not match the result of the delta',
  invalidEntry: '400 Bad Request: journal entry 3: it has no state',
  tooManyEntries: '413 Request Entity Too Large: send at most 2000 journal entries at once.',
  journalBatchTooLarge: '413 Request Entity Too Large: send journal entries in batches of at most 1024 bytes.',
  noEvents: '400 Bad Request: the batch holds no events',
  tooManyEvents: '413 Request Entity Too Large: send at most 2000 events at once.',
  noSuchUpdate: "404 Not Found: Update 'update-1' not found",
  stepsRefused:
    '403 Holdfast: "no deletes of databases" does not allow deleting orders-db (aws:rds/instance:Instance). https://holdfast.example/acme/shop/prod/updates/7',
  stepsUndecided: '503 Service Unavailable: a step waits for approval; the client asks again.',
  tooMuchWaits:
    '503 Service Unavailable: too many large steps wait for approval; once some of them are decided, run the update again.',
  journalNeeded:
    '403 Forbidden: "no deletes of databases" refuses updates of clients that keep no journal: use a CLI from 3.204 on, without PULUMI_DISABLE_JOURNALING.',
  updateNotStarted: '409 The Update has not started',
  updateAlreadyStarted: '409 Conflict: The Update has already been started',
  updateCompleted: '409 The Update has already completed',
  updateCancelled: '409 The Update has been cancelled',
  updateEnded: '409 Conflict: The Update has already completed',
  previewHasNoState: '403 Updating the checkpoint is not permitted for preview operations.',
  leaseHeld: HELD,
  leaseTokenInvalid: '403 The provided update token has expired.',
  leaseRevoked:
    '403 Forbidden: The access token “ci” that this update was started with was revoked or has expired, or its user is no longer allowed to run updates here, so nothing more is applied. What was sent is kept as evidence. Log in with another token and open the stack in the console: Recover shows what is left to do.',
  leaseDuration: '400 Bad Request: the duration of a lease is 0 to 300 seconds.',
  staleBasis: '409 Conflict: The state has changed since it was read.',
  stackLocked: HELD,
  noSuchStack: "404 Not Found: stack 'acme/shop/prod' not found",
  noSuchVersion: '404 Not Found: there is no version 9 of this stack',
  illegalName: '400 Bad Request: the stack name "a b" is not legal: 1 to 100 of A-Za-z0-9_.- are.',
  nameTaken: "409 Conflict: stack 'acme/shop/prod' already exists",
  noSuchOrganization:
    '404 Not Found: there is no organization "amce". Organizations here: organization and acme. An administrator can create it: https://holdfast.example/-/settings/organizations',
  impossibleRecovery: CONSOLE_ONLY,
  noOptions: CONSOLE_ONLY,
  noSuchRecovery: CONSOLE_ONLY,
  noSuchRecord: CONSOLE_ONLY,
  unclearStatements: CONSOLE_ONLY,
  problemsNotStated: CONSOLE_ONLY,
  holderNotStated: CONSOLE_ONLY,
  notUndone: CONSOLE_ONLY,
  formerStateGone: CONSOLE_ONLY,
  nothingToCancel: CONSOLE_ONLY,
  updateResolved: CONSOLE_ONLY,
  operationsPending: CONSOLE_ONLY,
  notOrphaned: CONSOLE_ONLY,
  impossibleEdit: CONSOLE_ONLY,
  checkNotStated: CONSOLE_ONLY,
  stateNotEditable: CONSOLE_ONLY,
  noSuchResource: CONSOLE_ONLY,
  sameStack: CONSOLE_ONLY,
  otherSideGone: CONSOLE_ONLY,
  secretsNotOpened: CONSOLE_ONLY,
  noSuchUntracked: CONSOLE_ONLY,
  untrackedResolved: CONSOLE_ONLY,
  untrackedPending: CONSOLE_ONLY,
  noSuchAlarm: CONSOLE_ONLY,
  alarmAcknowledged: CONSOLE_ONLY,
  staleRules: CONSOLE_ONLY,
  ruleWithoutApprovers: CONSOLE_ONLY,
  noSuchApproval: CONSOLE_ONLY,
  approvalDecided: CONSOLE_ONLY,
  mayNotDecide: CONSOLE_ONLY,
  userExists: CONSOLE_ONLY,
  lastAdministrator: CONSOLE_ONLY,
  ownsEnvironmentToken: CONSOLE_ONLY,
  noSuchSession: CONSOLE_ONLY,
  cannotMarkChanges: CONSOLE_ONLY,
  tooManyPreferences: CONSOLE_ONLY,
  organizationExists: CONSOLE_ONLY,
  organizationHasStacks: CONSOLE_ONLY,
  leavesRule: `403 Forbidden: This would take the stack out of the rule "No deletes", which only those may do who may change the rules. ${ROLE}`,
  nameUnchanged: '400 Bad Request: the stack has this name already.',
  stackHasResources: '400 Bad Request: Stack still contains resources.',
  noServiceConfig: '400 Bad Request: stack configuration by the service is not supported.',
  foreignSecrets: '400 Bad Request: cannot import deployment with encrypted secrets from a different stack',
  illegalTag: '400 Bad Request: The tag name "a b" is not legal: 1 to 40 of A-Za-z0-9-_.: are.',
  projectTagFixed: '400 Bad Request: the tag pulumi:project cannot be changed.',
  builtInTag: '400 Bad Request: the built-in tag vcs:repo cannot be changed by itself.',
  tagExists: '400 Bad Request: the tag owner exists already.',
  noSuchTag: "404 Not Found: the stack has no tag 'owner'",
  notBase64: '400 Bad Request: a value is not base64.',
  foreignCiphertext: '400 Bad Request: the ciphertext is damaged or belongs to another stack.',
  readableSecrets: `403 Forbidden: this state has secrets in plain text: exporting it needs the right to decrypt. ${ROLE}`,
  notSignedIn: '401 Unauthorized: No credentials provided or are invalid.',
  missingRight: `403 Forbidden: ${ROLE}`,
  noSuchUser: '404 Not Found: There is no such user.',
  noSuchToken: '404 Not Found: You have no such access token.',
  tokenNameTaken: '409 Conflict: ada has an access token called “laptop” already: choose another name.',
  tooManyTokens: '409 Conflict: You have 200 valid access tokens, which is the maximum: revoke some first.',
  tokenScopeTooWide: '403 Forbidden: You have the scope operate at most, so you cannot make a token for admin.',
  tokenScopeAbove: '403 Forbidden: This token has the scope admin; you came with one that has only read.',
  environmentToken:
    '409 Conflict: This token is set by HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server.',
  tooManyJobs:
    '429 Too Many Requests: too many of your calls on large states are waiting. Nothing was changed; try again in a few seconds.',
  jobTooLong:
    '413 Request Entity Too Large: this took longer than 20 s and was stopped. Nothing was changed; ask for less.',
  stackNotLocked: CONSOLE_ONLY,
  lockReplaced: CONSOLE_ONLY,
  lockTooLong: CONSOLE_ONLY,
  lockNeedsFreeStack: CONSOLE_ONLY,
  notConfirmed: CONSOLE_ONLY,
  processMayRun: CONSOLE_ONLY,
  queueFull: CONSOLE_ONLY,
  noSuchDeletedStack: CONSOLE_ONLY,
  stackNotDeleted: CONSOLE_ONLY,
  keptElsewhere: '404 Not Found: no such stack: acme-s3 is a connected backend, log in to it directly',
  noSuchBackend: CONSOLE_ONLY,
  backendFromSettings: CONSOLE_ONLY,
  backendAddress: CONSOLE_ONLY,
  backendUnusable: CONSOLE_ONLY,
}

const REQUESTS: Record<RequestRefusal['kind'], string> = {
  bodyTooLarge: '413 Request Entity Too Large: at most 1024 bytes are accepted.',
  bodyCutOff: '400 Bad Request: the body is truncated.',
  gzipDamaged: '400 Bad Request: the body is not valid gzip, or is truncated.',
  gzipOverrun: '400 Bad Request: the gzip is larger than its header says, or has several members.',
  gzipTooDense: '413 Request Entity Too Large: a gzip may hold at most 200 times its own size.',
  encodingUnsupported: '415 Unsupported Media Type: content encoding "br"; send gzip or none.',
  bodyTooSlow: '408 Request Timeout: the body arrived too slowly, and was given up; send it again.',
  tooBusy:
    '429 Too Many Requests: too many of your requests are in progress. Nothing was changed; try again in a few seconds.',
}

const answer = (thrown: Error) => asCliError(thrown, { publicUrl: 'https://holdfast.example' })
const line = (thrown: Error) => `${answer(thrown)?.status} ${answer(thrown)?.message}`
const warning = (refusal: Refusal) => answer(new DomainError(refusal))?.headers['X-Pulumi-Warning']

describe('the answer to a refused call of the CLI', () => {
  it.each(Object.values(REFUSALS))('is as documented for the refusal $kind', (refusal) => {
    expect(line(new DomainError(refusal))).toBe(ANSWERS[refusal.kind])
  })

  it.each(Object.values(REQUEST_REFUSALS))('is as documented for the request refusal $kind', (refusal) => {
    expect(line(new RequestError(refusal))).toBe(REQUESTS[refusal.kind])
  })

  it('names the holder of a held lease too, since when, the last activity and where to look', () => {
    expect(warning(REFUSALS.leaseHeld)).toBe(
      'The lease on acme/shop/prod is held by bob (update, version 7) since 2026-01-02T03:00:00.000Z; last activity 42 s ago. It runs in https://ci.example/1. See https://holdfast.example/acme/shop/prod',
    )
    expect(warning({ ...REFUSALS.leaseHeld, holder: null })).toBeUndefined()
  })

  it('says of a client that is probably gone when its lease expires', () => {
    const { holder } = REFUSALS.leaseHeld
    expect(warning({ ...REFUSALS.leaseHeld, holder: holder && { ...holder, expiresInS: 78 } })).toContain(
      '; last activity 42 s ago. It is not responding: its lease expires in 78 s unless it calls again. It runs in',
    )
  })

  it('names the owner of a maintenance lock too, its end and its reason', () => {
    expect(warning(REFUSALS.stackLocked)).toBe(
      'acme/shop/prod is held for maintenance by ada with token "ci" since 2026-01-02T03:00:00Z until 2026-01-02T04:00:00Z: moving the database (previews work; see https://holdfast.example/acme/shop/prod)',
    )
  })

  it('has no line break and only ASCII in a header, whatever a client sent', () => {
    const lock = { ...REFUSALS.stackLocked.lock, reason: 'über\r\nSet-Cookie: x' }
    expect(warning({ ...REFUSALS.stackLocked, lock })).toMatch(/: \?ber\?Set-Cookie: x /)
  })

  it('says when to retry when the process is busy', () => {
    expect(answer(new RequestError(REQUEST_REFUSALS.tooBusy))?.headers).toEqual({ 'Retry-After': '5' })
    // The CLI repeats a call of an update after a 5xx, not after a 408.
    expect(answer(new RequestError({ kind: 'bodyTooSlow', mayRepeat: true }))?.status).toBe(503)
  })

  it('does not contain the text of an internal error, which is logged', () => {
    expect(answer(new Error('select * from secrets'))).toBeUndefined()
  })
})

it('is the same when the refusal was passed between threads', () => {
  expect(structuredClone(REFUSALS)).toEqual(REFUSALS)
})
