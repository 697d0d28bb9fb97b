import { z } from 'zod'
import { CompareRequest, Comparison } from '../diff.ts'
import {
  EditPlan,
  EditPlanRequest,
  EditRunRequest,
  EntrySource,
  ImportPlan,
  ImportPlanRequest,
  ImportRunRequest,
  MovePlan,
  MovePlanRequest,
  MoveRunRequest,
  StateSource,
} from '../edits.ts'
import { PlannedFile, RecoveryRecord } from '../recoveries.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Editing a state, and comparing two states. */
export const editEndpoints = {
  compare: endpoint({
    method: 'GET',
    path: `${stack}/compare`,
    access: 'reader',
    summary: 'What differs between two versions, or from another stack: entries and properties, secrets masked.',
    query: CompareRequest,
    reply: Comparison,
  }),
  entrySource: endpoint({
    method: 'GET',
    path: `${stack}/entry`,
    access: 'reader',
    summary: 'One entry as it is stored, to be edited: ciphertexts as they are, nothing decrypted.',
    query: z.object({ urn: z.string(), index: z.coerce.number().int().min(0).optional() }),
    reply: EntrySource,
  }),
  stateSource: endpoint({
    method: 'GET',
    path: `${stack}/state`,
    access: 'reader',
    summary: 'The whole state as it is stored, to be edited; without its text when it is large.',
    reply: StateSource,
  }),
  editPlan: endpoint({
    method: 'POST',
    path: `${stack}/edits/plan`,
    access: 'reader',
    summary: 'What an edit of the state would change. Writes nothing.',
    body: EditPlanRequest,
    holdsState: true,
    reply: EditPlan,
  }),
  editFile: endpoint({
    method: 'POST',
    path: `${stack}/edits/file`,
    access: 'operator', // a state may hold secrets in plain text
    summary: 'The state that an edit would leave, as a file for `pulumi stack import`. Writes nothing.',
    body: EditPlanRequest,
    holdsState: true,
    reply: PlannedFile,
  }),
  editRun: endpoint({
    method: 'POST',
    path: `${stack}/edits`,
    access: 'operator',
    summary: 'Write an edit of the state, as a new version that can be undone.',
    body: EditRunRequest,
    holdsState: true,
    reply: RecoveryRecord,
  }),
  importPlan: endpoint({
    method: 'POST',
    path: `${stack}/import/plan`,
    access: 'reader',
    summary: 'What importing a state would do, also into a stack that does not exist yet. Writes nothing.',
    body: ImportPlanRequest,
    holdsState: true,
    reply: ImportPlan,
  }),
  importRun: endpoint({
    method: 'POST',
    path: `${stack}/import`,
    access: 'operator',
    summary: 'Import a state with its pending operations; creates the stack if it does not exist.',
    body: ImportRunRequest,
    holdsState: true,
    reply: RecoveryRecord,
  }),
  movePlan: endpoint({
    method: 'POST',
    path: `${stack}/moves/plan`,
    access: 'reader',
    summary: 'What moving entries to another stack would change in both. Writes nothing.',
    body: MovePlanRequest,
    reply: MovePlan,
  }),
  moveRun: endpoint({
    method: 'POST',
    path: `${stack}/moves`,
    access: 'operator',
    summary: 'Move entries to another stack: both states are written, or none.',
    body: MoveRunRequest,
    reply: RecoveryRecord,
  }),
} as const
