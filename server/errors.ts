import type { ApprovalStatus } from '#contract/approvals.ts'
import type { BackendKind } from '#contract/backends.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import type { RefusedStep, RestOfBatch } from '#domain/approvals/words.ts'
import type { StoreAddress } from '#domain/backends/storeAddress.ts'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import type { Refused } from '#domain/recoveries/planChange.ts'
import type { OrganizationRole, TokenScope, UserRole } from './store/port/access.ts'
import type { StackLock, StackName } from './store/port/stacks.ts'

/**
 * Everything that Holdfast refuses, as plain facts. A refusal knows neither HTTP nor wording: `cli/presentRefusal.ts`
 * has the CLI's answer, `http/presentRefusal.ts` the text for users of the console; a kind without both does not
 * compile. It survives structured cloning, so a thread can send it.
 */
export type Refusal =
  | TextRefusal
  | RunRefusal
  | StackRefusal
  | TagRefusal
  | SecretRefusal
  | AccessRefusal
  | WorkRefusal
  | CliRefusal
  | ConsoleRefusal

/** A text sent by a client is invalid, or too large. */
export type TextRefusal =
  | { kind: 'notJson' }
  /** `where`: path of the value that does not fit; empty for the whole value. */
  | { kind: 'doesNotFit'; where: string; problem: string }
  | { kind: 'tooDeep'; of: 'body' | 'text'; most: number }
  | { kind: 'tooManyValues'; of: 'body' | 'text' | 'call'; most: number }

/** About a run, or the lease that it holds. */
export type RunRefusal =
  | { kind: 'noSuchUpdate'; id: string | null }
  /** It has ended, in whatever way. */
  | { kind: 'updateEnded'; updateId: string }
  /** `holder` is null if it was not looked up. */
  | { kind: 'leaseHeld'; updateId: string; holder: LeaseHolder | null }
  /** It is locked for maintenance. */
  | { kind: 'stackLocked'; stack: StackName; lock: StackLock }
  | { kind: 'staleBasis'; current: { version: number; hash: string } }

/** About stacks, their names and their versions. */
export type StackRefusal =
  /** `name` is null if the stack was deleted after it had been found. */
  | { kind: 'noSuchStack'; name: StackName | null; nowCalled?: StackName }
  | { kind: 'noSuchVersion'; of: 'update' | 'state'; version: string }
  | { kind: 'illegalName'; of: 'organization' | 'project' | 'stack' | 'newName'; name: string }
  | { kind: 'nameTaken'; name: StackName; by: 'create' | 'rename' | 'restore' }
  | { kind: 'nameUnchanged' }
  /** It would no longer be concerned by this rule of approvals. */
  | { kind: 'leavesRule'; rule: string; right: MissingRight }
  /** `known`: the existing organizations that the caller may see. */
  | { kind: 'noSuchOrganization'; org: string; known?: string[] }
  | { kind: 'stackHasResources' }
  /** It is a mirror of a stack in a connected backend, which cannot do this. */
  | { kind: 'keptElsewhere'; in: { backend: string; kind: BackendKind } }

export type TagRefusal = { kind: 'illegalTag'; tag: string; problem: 'name' | 'length' } | { kind: 'projectTagFixed' }

export type SecretRefusal =
  | { kind: 'foreignCiphertext' }
  /** A state contains secrets in plain text, and the caller may not decrypt. */
  | { kind: 'readableSecrets'; right: MissingRight }

/** Only calls of the CLI are refused with these. */
export type CliRefusal = SaveRefusal | CallRefusal

/** A running update sent something that cannot be accepted as its state, journal or events. */
export type SaveRefusal =
  | { kind: 'noCheckpoint' }
  | { kind: 'invalidCheckpoint' }
  | { kind: 'checkpointVersion'; version: number }
  | { kind: 'noVerbatimCheckpoint' }
  | { kind: 'deltaNotApplicable'; problem: string }
  | { kind: 'deltaHashMismatch' }
  | { kind: 'invalidEntry'; sequenceID: number; problem: string }
  | { kind: 'tooManyEntries'; most: number }
  | { kind: 'journalBatchTooLarge'; mostBytes: number }
  | { kind: 'noEvents' }
  | { kind: 'tooManyEvents'; most: number }

/** The update, its lease or the stack does not allow the call. */
export type CallRefusal =
  /** Rules refuse these steps, or nobody allowed them. */
  | ({ kind: 'stepsRefused'; stack: StackName; version: number | null; steps: RefusedStep[] } & RestOfBatch)
  /** The server stops, or the client has gone, while they wait. */
  | { kind: 'stepsUndecided' }
  /** There is no memory for another batch with a step that waits. */
  | { kind: 'tooMuchWaits' }
  /** A rule refuses updates of clients that keep no journal. */
  | { kind: 'journalNeeded'; rule: string }
  | { kind: 'updateNotStarted' }
  | { kind: 'updateAlreadyStarted' }
  | { kind: 'updateCompleted' }
  | { kind: 'updateCancelled' }
  | { kind: 'previewHasNoState' }
  | { kind: 'leaseTokenInvalid' }
  /** The access token with which the update was started was revoked, or its user may no longer run updates. */
  | { kind: 'leaseRevoked'; tokenName: string | null }
  | { kind: 'leaseDuration'; mostS: number }
  | { kind: 'noServiceConfig' }
  | { kind: 'foreignSecrets' }
  | { kind: 'builtInTag'; tag: string }
  | { kind: 'tagExists'; tag: string }
  | { kind: 'noSuchTag'; tag: string }
  | { kind: 'notBase64' }

/** Only calls of the console are refused with these. */
export type ConsoleRefusal =
  | LockRefusal
  | SettingRefusal
  | BackendRefusal
  | RecoveryRefusal
  | EditRefusal
  | UntrackedRefusal
  | AccountRefusal
  | ApprovalRefusal

/** About the maintenance lock of a stack, and the queue for its lease. */
export type LockRefusal =
  | { kind: 'stackNotLocked' }
  | { kind: 'lockReplaced'; login: string }
  | { kind: 'lockTooLong'; mostDays: number }
  | {
      kind: 'lockNeedsFreeStack'
      updateId: string
      runs: { login: string; kind: string; version: number | null } | null
    }
  | { kind: 'notConfirmed'; expected: string }
  | { kind: 'processMayRun'; run: string }
  | { kind: 'queueFull'; stack: StackName; most: number; retryAfterS: number }

/** About deleted stacks and organizations. */
export type SettingRefusal =
  | { kind: 'noSuchDeletedStack' }
  | { kind: 'stackNotDeleted'; stack: StackName }
  | { kind: 'organizationExists'; org: string }
  | { kind: 'organizationHasStacks'; org: string }

/** About connected backends. */
export type BackendRefusal =
  | { kind: 'noSuchBackend'; name: string }
  /** It is configured elsewhere, and changed there. */
  | { kind: 'backendFromSettings'; name: string }
  | { kind: 'backendAddress'; problem: string }
  /** It does not answer as it should; nothing was connected. */
  | { kind: 'backendUnusable'; trouble: BackendTrouble; at: StoreAddress | undefined }

/** A recovery, or the end of a run, as requested in the console. */
export type RecoveryRefusal =
  /** `reason`: the sentence of the rules that planned it. */
  | ({ kind: 'impossibleRecovery' } & Refused)
  /** It has a page of its own, on which nothing is chosen. */
  | { kind: 'noOptions'; recovery: RecoveryId }
  | { kind: 'noSuchRecovery' }
  | { kind: 'noSuchRecord'; of: 'recovery' | 'edit' }
  | { kind: 'unclearStatements'; problem: string }
  /** Problems whose decision needs a statement of what was checked. */
  | { kind: 'problemsNotStated'; titles: string[] }
  /** `how`: what the holder's lease asks for. */
  | { kind: 'holderNotStated'; how: string }
  | { kind: 'notUndone'; reason: string }
  /** `version` is null if it is not known. */
  | { kind: 'formerStateGone'; version: number | null }
  | { kind: 'nothingToCancel'; last: UpdateBrief | null; pending: number }
  | { kind: 'updateResolved'; login: string | null; reason: string }
  | { kind: 'operationsPending'; count: number }
  /** It did not end by expiry, so it needs no answer. */
  | { kind: 'notOrphaned'; run: UpdateBrief }

/** An edit of a state, or a move between two. */
export type EditRefusal =
  /** `problem` is null if nothing would change. */
  | { kind: 'impossibleEdit'; problem: { code: string; message: string } | null }
  | { kind: 'checkNotStated' }
  | { kind: 'stateNotEditable'; problem: string }
  | { kind: 'noSuchResource'; urn: string }
  | { kind: 'sameStack' }
  | { kind: 'otherSideGone'; stack: string }
  /** Ciphertexts that the key of their own stack does not open. */
  | { kind: 'secretsNotOpened'; count: number }

/** Untracked resources and alarms, as answered by users. */
export type UntrackedRefusal =
  | { kind: 'noSuchUntracked' }
  | { kind: 'untrackedResolved'; name: string; login: string | null }
  /** Its create is pending in the state. */
  | { kind: 'untrackedPending'; name: string }
  | { kind: 'noSuchAlarm' }
  | { kind: 'alarmAcknowledged'; login: string | null; reason: string }

/** About the rules of approvals, and decisions about held steps. */
export type ApprovalRefusal =
  /** Others changed them; `version` is the present one. */
  | { kind: 'staleRules'; version: number }
  | { kind: 'ruleWithoutApprovers'; name: string; persons: number; role: 'operator' | 'admin'; eligible: number }
  | { kind: 'noSuchApproval' }
  /** `status`: what it is now. */
  | { kind: 'approvalDecided'; name: string; status: ApprovalStatus; login: string | null }
  /** `why`: a sentence. */
  | { kind: 'mayNotDecide'; why: string }

/** About the users of this server and what they keep here. */
export type AccountRefusal =
  | { kind: 'userExists'; login: string }
  | { kind: 'lastAdministrator'; login: string; to: 'removed' | 'made less' }
  | { kind: 'ownsEnvironmentToken'; login: string }
  | { kind: 'noSuchSession' }
  | { kind: 'cannotMarkChanges' }
  | { kind: 'tooManyPreferences'; of: 'favourites' | 'saved views'; most: number }

/** About callers, their rights, and their access tokens. */
export type AccessRefusal =
  | { kind: 'notSignedIn' }
  | { kind: 'missingRight'; right: MissingRight }
  | { kind: 'noSuchUser' }
  /** `owner` is null for the caller's own tokens. */
  | { kind: 'noSuchToken'; owner: string | null }
  | { kind: 'tokenNameTaken'; owner: string | null; name: string }
  | { kind: 'tooManyTokens'; owner: string | null; most: number }
  | { kind: 'tokenScopeTooWide'; scope: TokenScope; most: TokenScope }
  | { kind: 'tokenScopeAbove'; scope: TokenScope; has: TokenScope }
  | { kind: 'environmentToken' }

/** Work on large states is shared among its callers. */
export type WorkRefusal =
  /** Too much work of the caller, or of all callers, waits for its turn. */
  | { kind: 'tooManyJobs'; retryAfterS: number }
  /** It was stopped after this time. */
  | { kind: 'jobTooLong'; mostS: number }

/** The running update that holds a lease, as named in refusals. */
export type LeaseHolder = {
  stack: StackName
  login: string
  kind: string
  version: number | null
  /** Epoch milliseconds. */
  startedAt: number
  /** Seconds since its last call. */
  sinceLastCallS: number
  /** If its client is probably gone: seconds until its lease expires, unless it calls again. Otherwise null. */
  expiresInS: number | null
  /** The CI build in which it runs, as its client reports. */
  ci: string | null
}

/** Which limit of a caller's rights is too low: the role or the token. */
export type MissingRight =
  /** `org` is null for the general role; `scope` is what the role is required for. */
  | { by: 'role'; needs: UserRole; has: OrganizationRole; login: string; org: string | null; scope: TokenScope }
  | { by: 'token'; needs: TokenScope; has: TokenScope; token: string }

/** Thrown for a refusal. The message is for the log; no caller sees it. */
export class DomainError<Why extends Refusal = Refusal> extends Error {
  readonly refusal: Why
  constructor(refusal: Why) {
    super(`refused: ${refusal.kind}`)
    this.name = 'DomainError'
    this.refusal = refusal
  }
}

/** Whether an error is a refusal of one kind. */
export const isRefused = <Kind extends Refusal['kind']>(
  thrown: unknown,
  kind: Kind,
): thrown is DomainError<Extract<Refusal, { kind: Kind }>> =>
  thrown instanceof DomainError && thrown.refusal.kind === kind
