import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Leases } from './leases.ts'
import {
  BreakLockRequest,
  ExtendLockRequest,
  LeaseLog,
  LockRequest,
  MaintenanceLock,
  WaitReply,
  WaitRequest,
} from './locks.ts'
import {
  Diagnosis,
  Plan,
  PlanRequest,
  RecoveryRecord,
  ReleaseRequest,
  RunRequest,
  SettleRequest,
  UndoRequest,
} from './recoveries.ts'
import { GraphColumns, ResourceDetail, ResourceList } from './resources.ts'
import { AccessTokens, Connect, CreatedToken, NewToken, Session, SignIn } from './session.ts'
import { Attention, StackDetail, StackFilter, StackOutputs, StackPage, StateVersions } from './stacks.ts'
import { LogPage, UpdateChanges, UpdateDetail, UpdatePage } from './updates.ts'

const stack = '/api/ui/stacks/:org/:project/:stack'
const Page = z.object({ page: z.coerce.number().int().min(1).default(1) })
const Version = z.object({ version: z.coerce.number().int().min(0).optional() })
const Nothing = z.object({ ok: z.literal(true) })

/** Everything that the console asks of the server. `:run` is the id of an update or preview. */
export const api = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/ui/session',
    access: 'public',
    summary: 'Sign in with the printed one-time code or an access token; sets the session cookie.',
    body: SignIn,
    reply: Session,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/ui/session',
    access: 'reader',
    summary: 'Who is signed in.',
    reply: Session,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/ui/session',
    access: 'public',
    summary: 'End the session.',
    reply: Nothing,
  }),
  connect: endpoint({
    method: 'GET',
    path: '/api/ui/connect',
    access: 'reader',
    summary: 'How a CLI connects to this server.',
    reply: Connect,
  }),

  tokenList: endpoint({
    method: 'GET',
    path: '/api/ui/tokens',
    access: 'reader',
    summary: 'Your access tokens.',
    reply: AccessTokens,
  }),
  tokenCreate: endpoint({
    method: 'POST',
    path: '/api/ui/tokens',
    access: 'reader',
    summary: 'Make an access token; its value is told once.',
    body: NewToken,
    reply: CreatedToken,
  }),
  tokenRevoke: endpoint({
    method: 'DELETE',
    path: '/api/ui/tokens/:id',
    access: 'reader',
    summary: 'Revoke an access token at once.',
    reply: Nothing,
  }),
  cliLogin: endpoint({
    method: 'POST',
    path: '/api/ui/cli-login',
    access: 'reader',
    summary: 'Make the access token that `pulumi login` waits for.',
    body: z.object({ description: z.string().trim().max(200) }),
    reply: CreatedToken,
  }),

  attention: endpoint({
    method: 'GET',
    path: '/api/ui/attention',
    access: 'reader',
    summary: 'Stacks that need somebody, sorted by harm, and what runs now.',
    reply: Attention,
  }),
  stackList: endpoint({
    method: 'GET',
    path: '/api/ui/stacks',
    access: 'reader',
    summary: 'Stacks, filtered, sorted, paged.',
    query: StackFilter,
    reply: StackPage,
  }),
  leaseList: endpoint({
    method: 'GET',
    path: '/api/ui/leases',
    access: 'reader',
    summary: 'Every held lease.',
    reply: Leases,
  }),

  stackView: endpoint({ method: 'GET', path: stack, access: 'reader', summary: 'One stack.', reply: StackDetail }),
  stackOutputs: endpoint({
    method: 'GET',
    path: `${stack}/outputs`,
    access: 'reader',
    summary: 'Stack outputs, secrets masked.',
    reply: StackOutputs,
  }),
  updateList: endpoint({
    method: 'GET',
    path: `${stack}/updates`,
    access: 'reader',
    summary: 'The history, newest first.',
    query: Page.extend({ previews: z.enum(['true', 'false']).default('false') }),
    reply: UpdatePage,
  }),
  updateView: endpoint({
    method: 'GET',
    path: `${stack}/updates/:version`,
    access: 'reader',
    summary: 'One update by its version.',
    reply: UpdateDetail,
  }),
  previewView: endpoint({
    method: 'GET',
    path: `${stack}/previews/:updateId`,
    access: 'reader',
    summary: 'One preview (or update) by its id.',
    reply: UpdateDetail,
  }),
  updateChanges: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/changes`,
    access: 'reader',
    summary: 'What a run did to each resource, from its events.',
    reply: UpdateChanges,
  }),
  updateLog: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/log`,
    access: 'reader',
    summary: 'Lines of the engine log; ask again with `after` for what came later.',
    query: z.object({ after: z.string().optional() }),
    reply: LogPage,
  }),

  versionList: endpoint({
    method: 'GET',
    path: `${stack}/versions`,
    access: 'reader',
    summary: 'State versions, newest first.',
    query: Page,
    reply: StateVersions,
  }),
  resourceList: endpoint({
    method: 'GET',
    path: `${stack}/resources`,
    access: 'reader',
    summary: 'The entries of a state, without properties.',
    query: Version,
    reply: ResourceList,
  }),
  resourceView: endpoint({
    method: 'GET',
    path: `${stack}/resource`,
    access: 'reader',
    summary: 'One entry with properties, secrets masked.',
    query: Version.extend({ urn: z.string(), index: z.coerce.number().int().optional() }),
    reply: ResourceDetail,
  }),
  graph: endpoint({
    method: 'GET',
    path: `${stack}/graph`,
    access: 'reader',
    summary: 'The graph of a state as columns.',
    query: Version,
    reply: GraphColumns,
  }),

  stackLock: endpoint({
    method: 'POST',
    path: `${stack}/lock`,
    access: 'operator',
    summary: 'Hold the stack for maintenance: updates are refused, previews are not.',
    body: LockRequest,
    reply: MaintenanceLock,
  }),
  stackLockExtend: endpoint({
    method: 'POST',
    path: `${stack}/lock/extend`,
    access: 'operator',
    summary: 'Put off the end of your maintenance lock.',
    body: ExtendLockRequest,
    reply: MaintenanceLock,
  }),
  stackLockRelease: endpoint({
    method: 'POST',
    path: `${stack}/lock/release`,
    access: 'operator',
    summary: 'Release your maintenance lock.',
    reply: Nothing,
  }),
  stackLockBreak: endpoint({
    method: 'POST',
    path: `${stack}/lock/break`,
    access: 'operator',
    summary: 'End the maintenance lock of somebody else, with the stack’s name and a reason.',
    body: BreakLockRequest,
    reply: Nothing,
  }),
  leaseWait: endpoint({
    method: 'GET',
    path: `${stack}/lease/wait`,
    access: 'reader',
    summary: 'Wait in line until the stack is free; ask again with the `ticket` of the answer to keep the place.',
    query: WaitRequest,
    reply: WaitReply,
  }),
  leaseLog: endpoint({
    method: 'GET',
    path: `${stack}/lease/log`,
    access: 'reader',
    summary: 'What happened to the lease of a stack, newest first.',
    reply: LeaseLog,
  }),

  diagnosis: endpoint({
    method: 'GET',
    path: `${stack}/recover`,
    access: 'reader',
    summary: 'What is wrong, from evidence, in the order of triage.',
    reply: Diagnosis,
  }),
  leaseRelease: endpoint({
    method: 'POST',
    path: `${stack}/lease/release`,
    access: 'operator',
    summary: 'End the running update on its holder’s behalf.',
    body: ReleaseRequest,
    reply: RecoveryRecord,
  }),
  orphanSettle: endpoint({
    method: 'POST',
    path: `${stack}/orphan/settle`,
    access: 'operator',
    summary: 'Say that an orphaned update needs nothing more.',
    body: SettleRequest,
    reply: RecoveryRecord,
  }),
  recoveryPlan: endpoint({
    method: 'POST',
    path: `${stack}/recoveries/plan`,
    access: 'reader',
    summary: 'What a recovery would change. Writes nothing.',
    body: PlanRequest,
    reply: Plan,
  }),
  recoveryRun: endpoint({
    method: 'POST',
    path: `${stack}/recoveries`,
    access: 'operator',
    summary: 'Carry out a recovery.',
    body: RunRequest,
    reply: RecoveryRecord,
  }),
  recoveryList: endpoint({
    method: 'GET',
    path: `${stack}/recoveries`,
    access: 'reader',
    summary: 'Recoveries carried out on a stack, newest first.',
    reply: z.object({ recoveries: z.array(RecoveryRecord) }),
  }),
  recoveryView: endpoint({
    method: 'GET',
    path: `${stack}/recoveries/:id`,
    access: 'reader',
    summary: 'One recovery with its proof.',
    reply: RecoveryRecord,
  }),
  recoveryUndo: endpoint({
    method: 'POST',
    path: `${stack}/recoveries/:id/undo`,
    access: 'operator',
    summary: 'Bring the former state back, as a new version.',
    body: UndoRequest,
    reply: RecoveryRecord,
  }),
} as const

export type Api = typeof api
