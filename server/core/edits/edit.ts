import type { z } from 'zod'
import type { EditPlan, EditPlanRequest, EditRunRequest } from '#contract/edits.ts'
import type { Effect } from '#contract/recoveries.ts'
import type { Deps } from '../../deps.ts'
import type { EditInput, EditOutcome } from '../../texts/editJob.ts'
import { DomainError } from '../../errors.ts'
import { checkBasis } from '../stacks/basis.ts'
import { namedStack } from '../stacks/names.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { writeRecovery } from '../stacks/writes.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { checkConfirmed } from '../recoveries/confirmation.ts'
import { hasUnknownEntries } from '../recoveries/context.ts'
import type { Note } from '../recoveries/note.ts'
import { opened } from './ciphertexts.ts'
import { currentState, type CurrentState, editable, notEditable } from './currentState.ts'

type Request = z.output<typeof EditPlanRequest>
type Run = z.output<typeof EditRunRequest>

/** Returns the state that the user saw. Throws if it has changed since; the caller checks the lease. */
export async function readBasis(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  basis: Request['basis'],
): Promise<CurrentState> {
  const present = await editable(deps, reader, stack)
  checkBasis(present.basis, basis)
  return present
}

/**
 * The minimum confirmation level of any write, for reasons outside the state (docs/recovery.md, Confirmation levels).
 */
export const leastLevel = async (reader: Reader, stack: StackRow): Promise<0 | 3> =>
  (await hasUnknownEntries(reader, stack)) ? 3 : 0

/**
 * Size from which on an edit is planned in the text thread: a state is parsed, changed, compared and verified twice.
 */
const LARGE_EDIT_BYTES = 128 * 1024

const enteredBytes = (operation: EditInput['operation']): number =>
  'text' in operation ? operation.text.length : 'json' in operation ? (operation.json?.length ?? 0) : 0

/** Whether an edit of a state of so many bytes is planned in the text thread. */
const isLargeEdit = (bytes: number, operation: EditInput['operation']): boolean =>
  bytes + enteredBytes(operation) >= LARGE_EDIT_BYTES

export type PlannedEdit = Extract<EditOutcome, { plan: unknown }>

/** Plans an operation on a stored state, which is read when its turn comes; null for none. */
export async function planEditOf(
  deps: Deps,
  stack: StackRow,
  { row, ...input }: Pick<EditInput, 'operation' | 'facts' | 'isWritten'> & { row: StateRow | null },
): Promise<PlannedEdit> {
  const jobs = isLargeEdit(row?.bytes ?? 0, input.operation) ? (deps.jobs ?? textJobsHere) : textJobsHere
  const base = row && { bytes: row.bytes, text: () => deps.store.read((reader) => reader.stateText(row.id)) }
  const plan = async (known: string[] | null) => {
    const outcome = await jobs.edit({ ...input, base, known })
    if ('plan' in outcome) return outcome
    throw notEditable(outcome.unsupported)
  }
  const first = await plan(null)
  return first.asked.length === 0 ? first : plan([...(await opened(deps, stack, first.asked))])
}

/**
 * Plans an edit of the state that the user saw; `isWritten`: returns the resulting state, too, if the edit is possible.
 */
export async function planEditOn(
  deps: Deps,
  find: (reader: Reader) => Promise<StackRow>,
  { basis, operation }: Request,
  { isWritten }: { isWritten: boolean },
): Promise<PlannedEdit> {
  const { stack, row, least } = await deps.store.read(async (reader) => {
    const stack = await find(reader)
    const { row, basis: present } = await currentState(reader, stack)
    checkBasis(present, basis)
    return { stack, row, least: await leastLevel(reader, stack) }
  })
  const facts = { stack: namedStack(stack), basis, tags: stack.tags, least }
  return planEditOf(deps, stack, { row, operation, facts, isWritten })
}

/** Throws if a plan cannot be written, with its first problem. */
export function checkPossible(plan: EditPlan): void {
  if (plan.isPossible) return
  const problem = plan.problems.find(({ severity }) => severity === 'error') ?? plan.problems[0] ?? null
  throw new DomainError({ kind: 'impossibleEdit', problem })
}

/** Throws if a plan cannot be written, with its first problem; or if it was not confirmed as its level requires. */
export function checkPlan(
  stack: StackRow,
  plan: EditPlan,
  { confirm, statement }: Pick<Run, 'confirm' | 'statement'>,
): void {
  checkPossible(plan)
  checkConfirmed(stack, plan.level, confirm)
  if (plan.level >= 3 && !statement) throw new DomainError({ kind: 'checkNotStated' })
}

/** Returns the record of an edit for the history. */
export const noteOfPlan = (
  plan: EditPlan,
  changes: z.infer<typeof Effect>,
  { reason, statement }: Pick<Run, 'reason' | 'statement'>,
  partner: Note['partner'] = null,
): Note => {
  return {
    recovery: 'edit',
    reason,
    statements: statement ? [{ item: plan.title, statement }] : [],
    effect: changes.written ?? changes.sentences,
    basisVersion: plan.basis.version,
    undoes: null,
    basis: plan.basis,
    changes,
    partner,
  }
}

/** Writes an edit: plans it again on the current state, checks the confirmation, and writes a new version. */
export async function runEdit(deps: Deps, stack: StackRow, request: Run, who: Who): Promise<UpdateRow> {
  const { plan, effect, prepared } = await planEditOn(deps, async () => stack, request, { isWritten: true })
  checkPlan(stack, plan, request)
  if (prepared === null) throw new Error('what is possible was prepared')
  return writeRecovery(deps, {
    stackId: stack.id,
    basis: request.basis,
    document: prepared,
    ...who,
    message: `${plan.title}: ${request.reason}`,
    recovery: noteOfPlan(plan, effect, request),
  })
}
