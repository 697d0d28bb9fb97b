import type { Api } from '#contract/api.ts'
import type { StackRef } from '#contract/common.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { type Address, type Bounded, checkRight, refuseHidden, roleIn } from '../../core/access/rights.ts'
import { DomainError } from '../../errors.ts'
import { refOf } from '../../core/stacks/names.ts'
import { refIn } from '../untracked/untracked.ts'
import { noteOf } from '../../core/recoveries/note.ts'

/** Where a stack is now, and what it is called to those who may not see it there. */
type Touched = Address & { called?: StackRef }

/** A second stack, besides the one in the address: the right that the caller needs there, and how to find it. */
type Second<Name extends keyof Api> = {
  needs: 'read' | 'operate'
  find: (input: HandlerInput<Api[Name]>, deps: Deps) => Touched | undefined | Promise<Touched | undefined>
}

/**
 * The stacks that each endpoint reads or writes. `none`: no stack. `all`: stacks of all organizations, only read, which
 * every role may. `address`: the stack, or the organization, in the address; `new`: one that may be created there. An
 * object: the one in the address and a second one. Dispatch checks the address's organization against the endpoint's
 * access, and the second stack against `needs`, so handlers need not.
 */
export const TOUCHED_STACKS: { [Name in keyof Api]: 'none' | 'all' | 'address' | 'new' | Second<Name> } = {
  approvalRules: 'none',
  approvalRulesChange: 'none',
  approvalRuleVersions: 'none',
  approvalLookBack: 'all',
  approvals: 'all',
  runApprovals: 'address',
  approvalDetails: 'address',
  approvalDecide: 'address',
  backendConnect: 'none',
  backendDisconnect: 'none',
  backendLayout: 'none',
  backendSize: 'none',
  backendList: 'none',
  stateCopies: 'address',
  backendLook: 'none',
  backendProbe: 'none',
  signIn: 'none',
  session: 'none',
  signOut: 'none',
  signOutEverywhere: 'none',
  credentialChanges: 'none',
  credentialChangesSeen: 'none',
  sessionList: 'none',
  sessionEnd: 'none',
  connect: 'none',
  tokenList: 'none',
  tokenCreate: 'none',
  tokenRevoke: 'none',
  tokenRevocation: 'none',
  cliLogin: 'none',
  userList: 'none',
  userCreate: 'none',
  userChange: 'none',
  userRemove: 'none',
  userRemoval: 'none',
  userSignOut: 'none',
  userSignInLink: 'none',
  userTokenList: 'none',
  userTokenCreate: 'none',
  userTokenRevoke: 'none',
  userTokenRevocation: 'none',
  organizationList: 'all',
  organizationCreate: 'none',
  organizationRemove: 'none',
  auditLog: 'none',
  deletedStackList: 'address',
  deletedStackRestore: 'address',
  retentionView: 'address',
  retentionChange: 'address',
  retentionPreview: 'address',
  retentionRun: 'address',
  untrackedList: 'all',
  untrackedCount: 'all',
  alarmList: 'all',
  attention: 'all',
  dashboard: 'all',
  personList: 'none',
  preferences: 'none',
  favouriteList: 'all',
  favouriteChange: 'none',
  viewSave: 'none',
  viewRemove: 'none',
  stackList: 'all',
  stackNames: 'all',
  resourceSearch: 'all',
  runSearch: 'all',
  leaseList: 'all',
  leaseBoard: 'all',
  activity: 'all',
  stackGraph: 'all',
  stackReaders: 'address',
  untrackedAnswer: 'address',
  alarmAcknowledge: 'address',
  stackView: 'address',
  stackTags: 'address',
  stackRename: 'address',
  stackTransfer: { needs: 'operate', find: ({ body }) => ({ org: body.org }) },
  stackRemove: 'address',
  stackOutputs: 'address',
  orphanedUpdateResolve: 'address',
  updateList: 'address',
  updateView: 'address',
  previewView: 'address',
  updateChanges: 'address',
  updateLog: 'address',
  runProgress: 'address',
  runTimeline: 'address',
  runBefore: 'address',
  versionList: 'address',
  resourceList: 'address',
  resourceView: 'address',
  resourceHistory: 'address',
  graph: 'address',
  graphNotes: 'address',
  entrySource: 'address',
  stateSource: 'address',
  editPlan: 'address',
  editFile: 'address',
  editRun: 'address',
  importPlan: 'new',
  importRun: 'new',
  stackLock: 'address',
  stackLockExtend: 'address',
  stackLockRelease: 'address',
  stackLockDelete: 'address',
  stackLockBreak: 'address',
  leaseWait: 'address',
  leaseLog: 'address',
  diagnosis: 'address',
  recoveryOptions: 'address',
  recoveryPlan: 'address',
  recoveryFile: 'address',
  recoveryRun: 'address',
  recoveryList: 'address',
  recoveryView: 'address',
  reviewList: 'address',
  reviewTell: 'address',
  compare: { needs: 'read', find: ({ query }) => (query.of === undefined ? undefined : refIn(query.of)) },
  movePlan: { needs: 'read', find: ({ body }) => body.destination },
  moveRun: { needs: 'operate', find: ({ body }) => body.destination },
  recoveryUndo: { needs: 'operate', find: ({ params }, deps) => partnerOf(deps, params.id) },
}

/** Returns where the other stack of a move to be undone is now; undefined if it is not a move. */
const partnerOf = (deps: Deps, updateId: string): Promise<Touched | undefined> =>
  deps.store.read(async (reader) => {
    const update = await reader.update(updateId)
    const partner = update && noteOf(update)?.partner
    const row = partner && (await reader.stackById(partner.stackId))
    return row ? { ...refOf(row), called: refIn(partner.stack) } : undefined
  })

/** Throws if a stack of a call does not exist for the caller, or they lack the right to the second one. */
export async function admitToStacks<Name extends keyof Api>(
  deps: Deps,
  who: Bounded,
  name: Name,
  input: HandlerInput<Api[Name]>,
): Promise<void> {
  const touched = TOUCHED_STACKS[name]
  const { org, project, stack }: Record<string, string | undefined> = input.params
  refuseHidden(who.user, touched === 'new' ? { org } : { org, project, stack })
  if (typeof touched === 'string') return
  const second = await touched.find(input, deps)
  if (second?.called && second.org !== undefined && roleIn(who.user, second.org) === 'none') {
    const { stack: name, ...called } = second.called
    throw new DomainError({ kind: 'noSuchStack', name: { ...called, name } })
  }
  if (second) checkRight(who, touched.needs, second)
}
