import type { z } from 'zod'
import type { EditPlan, EditPlanRequest, EditRunRequest } from '#contract/edits.ts'
import type { StateDocument } from '#domain/checkpoint.ts'
import { effectOfPlan, planEdit, type PlannedEdit } from '#domain/surgery/planEdit.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/problems.ts'
import { StaleBasisError } from '../../service/errors.ts'
import { refOf } from '../../service/names.ts'
import { writeRecovery } from '../../service/writes.ts'
import type { Reader, StackRow, UpdateRow } from '../../store/port.ts'
import { checkConfirmed, type Who } from '../recoveries/change.ts'
import { hasUnknownEntries } from '../recoveries/facts.ts'
import type { Note } from '../recoveries/note.ts'
import { isOurs, opened } from './ciphertexts.ts'
import { type InForce, inForce } from './inForce.ts'

type Request = z.output<typeof EditPlanRequest>
type Run = z.output<typeof EditRunRequest>

/** The state that the person read. Refused when it has moved since; who holds the stack is for the caller. */
export async function readBasis(reader: Reader, stack: StackRow, basis: Request['basis']): Promise<InForce> {
  const present = await inForce(reader, stack)
  if (present.basis.version !== basis.version || present.basis.hash !== basis.hash) {
    throw new StaleBasisError(present.basis)
  }
  return present
}

/** The least level of any write, for what lies outside of the state (service-api 10). */
export const leastLevel = async (reader: Reader, stack: StackRow): Promise<0 | 3> =>
  (await hasUnknownEntries(reader, stack)) ? 3 : 0

/** What an edit would do to the state that the person read. */
export async function planEditOn(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  { basis, operation }: Request,
): Promise<PlannedEdit> {
  const { document } = await readBasis(reader, stack, basis)
  const facts = { stack: refOf(stack), basis, tags: stack.tags, least: await leastLevel(reader, stack) }
  if (!isOurs(document.deployment, stack)) return planEdit(document, operation, facts)
  // Whether the key opens a ciphertext takes a moment to find out: first which ones there are to ask about.
  const asked = new Set<string>()
  const first = planEdit(document, operation, { ...facts, opens: (ciphertext) => Boolean(asked.add(ciphertext)) })
  if (asked.size === 0) return first
  const known = await opened(deps, stack, asked)
  return planEdit(document, operation, { ...facts, opens: (ciphertext) => known.has(ciphertext) })
}

/** Refuses what cannot be written, in the words of its first problem; and what was not confirmed as its level asks. */
export function checkPlan(
  stack: StackRow,
  plan: EditPlan,
  { confirm, statement }: Pick<Run, 'confirm' | 'statement'>,
): void {
  if (!plan.isPossible) {
    const error = plan.problems.find(({ severity }) => severity === 'error') ?? plan.problems[0]
    const code = error?.code === 'wouldBreak' || error?.code === 'invalidState' ? 'would_break_state' : 'bad_request'
    throw new ApiError(code, error?.message ?? 'Nothing changes.', { params: { problem: error?.code ?? 'nothing' } })
  }
  checkConfirmed(stack, plan.level, confirm)
  if (plan.level >= 3 && !statement)
    throw new ApiError('not_confirmed', 'Say what you checked, and what you found.', { params: { items: 'statement' } })
}

/** What the history keeps of an edit. */
export const noteOfPlan = (
  plan: EditPlan,
  after: StateDocument,
  { reason, statement }: Pick<Run, 'reason' | 'statement'>,
  partner: Note['partner'] = null,
): Note => {
  const changes = effectOfPlan(plan, after)
  return {
    recovery: 'EDIT',
    reason,
    statements: statement ? [{ item: plan.title, statement }] : [],
    effect: changes.sentences,
    basisVersion: plan.basis.version,
    undoes: null,
    basis: plan.basis,
    changes,
    partner,
  }
}

/** Writes an edit: planned anew on the state as it is, confirmed, a new version. */
export async function runEdit(deps: Deps, stack: StackRow, request: Run, who: Who): Promise<UpdateRow> {
  const { document, plan } = await deps.store.read((reader) => planEditOn(deps, reader, stack, request))
  checkPlan(stack, plan, request)
  return writeRecovery(deps, {
    stackId: stack.id,
    basis: request.basis,
    document,
    ...who,
    message: `${plan.title}: ${request.reason}`,
    recovery: noteOfPlan(plan, document, request),
  })
}
