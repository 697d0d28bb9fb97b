import type { LeaseHolder, MissingRight, Refusal } from '#server/errors.ts'
import type { RequestRefusal } from '#server/http/requestError.ts'
import type { StackLock, StackName } from '#server/store/port/stacks.ts'

const stack: StackName = { org: 'acme', project: 'shop', name: 'prod' }
const lock: StackLock = {
  id: 'lock-1',
  login: 'ada',
  tokenName: 'ci',
  userAgent: '',
  address: null,
  reason: 'moving the database',
  since: Date.UTC(2026, 0, 2, 3),
  until: Date.UTC(2026, 0, 2, 4),
}
const holder: LeaseHolder = {
  stack,
  login: 'bob',
  kind: 'update',
  version: 7,
  startedAt: Date.UTC(2026, 0, 2, 3),
  silentS: 42,
  ci: 'https://ci.example/1',
}
const right: MissingRight = {
  by: 'role',
  needs: 'operator',
  has: 'reader',
  login: 'eve',
  org: 'acme',
  scope: 'preview',
}

type ByKind<Any extends { kind: string }> = { [Kind in Any['kind']]: Extract<Any, { kind: Kind }> }

/** One refusal of every kind: a missing kind does not compile. */
export const REFUSALS: ByKind<Refusal> = {
  notJson: { kind: 'notJson' },
  doesNotFit: { kind: 'doesNotFit', where: 'tags.owner', problem: 'must be a string' },
  tooDeep: { kind: 'tooDeep', of: 'body', most: 500 },
  tooManyValues: { kind: 'tooManyValues', of: 'text', most: 9 },
  noCheckpoint: { kind: 'noCheckpoint' },
  invalidCheckpoint: { kind: 'invalidCheckpoint' },
  checkpointVersion: { kind: 'checkpointVersion', version: 5 },
  noVerbatimCheckpoint: { kind: 'noVerbatimCheckpoint' },
  deltaNotApplicable: { kind: 'deltaNotApplicable', problem: 'an edit lies outside the text' },
  deltaHashMismatch: { kind: 'deltaHashMismatch' },
  invalidEntry: { kind: 'invalidEntry', sequenceID: 3, problem: 'it has no state' },
  tooManyEntries: { kind: 'tooManyEntries', most: 2_000 },
  journalBatchTooLarge: { kind: 'journalBatchTooLarge', mostBytes: 1_024 },
  noEvents: { kind: 'noEvents' },
  tooManyEvents: { kind: 'tooManyEvents', most: 2_000 },
  noSuchUpdate: { kind: 'noSuchUpdate', id: 'update-1' },
  updateNotStarted: { kind: 'updateNotStarted' },
  updateAlreadyStarted: { kind: 'updateAlreadyStarted' },
  updateCompleted: { kind: 'updateCompleted' },
  updateCancelled: { kind: 'updateCancelled' },
  updateEnded: { kind: 'updateEnded', updateId: 'update-1' },
  previewHasNoState: { kind: 'previewHasNoState' },
  leaseHeld: { kind: 'leaseHeld', updateId: 'update-1', holder },
  leaseTokenInvalid: { kind: 'leaseTokenInvalid' },
  leaseRevoked: { kind: 'leaseRevoked', tokenName: 'ci' },
  leaseDuration: { kind: 'leaseDuration', mostS: 300 },
  staleBasis: { kind: 'staleBasis', current: { version: 8, hash: 'abc' } },
  stackLocked: { kind: 'stackLocked', stack, lock },
  stackNotLocked: { kind: 'stackNotLocked' },
  lockReplaced: { kind: 'lockReplaced', login: 'ada' },
  lockTooLong: { kind: 'lockTooLong', mostDays: 7 },
  lockNeedsFreeStack: {
    kind: 'lockNeedsFreeStack',
    updateId: 'update-1',
    runs: { login: 'bob', kind: 'update', version: 7 },
  },
  notConfirmed: { kind: 'notConfirmed', expected: 'acme/shop/prod' },
  queueFull: { kind: 'queueFull', stack, most: 100, retryAfterS: 5 },
  noSuchStack: { kind: 'noSuchStack', name: stack },
  noSuchDeletedStack: { kind: 'noSuchDeletedStack' },
  noSuchVersion: { kind: 'noSuchVersion', version: 9 },
  illegalName: { kind: 'illegalName', of: 'stack', name: 'a b' },
  nameTaken: { kind: 'nameTaken', name: stack, by: 'create' },
  nameUnchanged: { kind: 'nameUnchanged' },
  stackNotDeleted: { kind: 'stackNotDeleted', stack },
  stackHasResources: { kind: 'stackHasResources' },
  noServiceConfig: { kind: 'noServiceConfig' },
  foreignSecrets: { kind: 'foreignSecrets' },
  illegalTag: { kind: 'illegalTag', tag: 'a b', problem: 'name' },
  projectTagFixed: { kind: 'projectTagFixed' },
  builtInTag: { kind: 'builtInTag', tag: 'vcs:repo' },
  tagExists: { kind: 'tagExists', tag: 'owner' },
  noSuchTag: { kind: 'noSuchTag', tag: 'owner' },
  notBase64: { kind: 'notBase64' },
  foreignCiphertext: { kind: 'foreignCiphertext' },
  readableSecrets: { kind: 'readableSecrets', right },
  notSignedIn: { kind: 'notSignedIn' },
  missingRight: { kind: 'missingRight', right },
  noSuchUser: { kind: 'noSuchUser' },
  noSuchToken: { kind: 'noSuchToken', owner: null },
  tokenNameTaken: { kind: 'tokenNameTaken', owner: 'ada', name: 'laptop' },
  tokenScopeTooWide: { kind: 'tokenScopeTooWide', scope: 'admin', most: 'operate' },
  tokenScopeAbove: { kind: 'tokenScopeAbove', scope: 'admin', has: 'read' },
  environmentToken: { kind: 'environmentToken' },
}

/** The same for bodies that were not read. */
export const REQUEST_REFUSALS: ByKind<RequestRefusal> = {
  bodyTooLarge: { kind: 'bodyTooLarge', mostBytes: 1_024 },
  bodyCutOff: { kind: 'bodyCutOff' },
  gzipDamaged: { kind: 'gzipDamaged' },
  gzipOverrun: { kind: 'gzipOverrun' },
  gzipTooDense: { kind: 'gzipTooDense', mostRatio: 200 },
  encodingUnsupported: { kind: 'encodingUnsupported', encoding: 'br' },
  bodyTooSlow: { kind: 'bodyTooSlow', mayRepeat: false },
  tooBusy: { kind: 'tooBusy', retryAfterS: 5 },
}
