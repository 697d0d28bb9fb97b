import { z } from 'zod'
import {
  Diagnosis,
  Plan,
  PlannedFile,
  PlanRequest,
  RecoveryOptions,
  RecoveryOptionsQuery,
  RecoveryRecord,
  RunRequest,
  UndoRequest,
} from '../recoveries.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** The diagnosis of a stack, and its recoveries. */
export const recoveryEndpoints = {
  diagnosis: endpoint({
    method: 'GET',
    path: `${stack}/recover`,
    access: 'reader',
    summary: 'What is wrong, from evidence, in the order of triage.',
    reply: Diagnosis,
  }),
  recoveryOptions: endpoint({
    method: 'GET',
    path: `${stack}/recover/:recovery`,
    access: 'reader',
    summary: 'What one recovery offers for the current state: problems with their options, and a guide.',
    query: RecoveryOptionsQuery,
    reply: RecoveryOptions,
  }),
  recoveryPlan: endpoint({
    method: 'POST',
    path: `${stack}/recoveries/plan`,
    access: 'reader',
    summary: 'What a recovery would change. Writes nothing.',
    body: PlanRequest,
    reply: Plan,
  }),
  recoveryFile: endpoint({
    method: 'POST',
    path: `${stack}/recoveries/file`,
    access: 'operator', // a state may hold secrets in plain text
    summary: 'The state that a recovery would leave, as a file for `pulumi stack import`. Writes nothing.',
    body: PlanRequest,
    reply: PlannedFile,
  }),
  recoveryRun: endpoint({
    method: 'POST',
    path: `${stack}/recoveries`,
    access: 'operator',
    summary: 'Carry out a recovery: write a state, or end the running update on its holder’s behalf.',
    body: RunRequest,
    reply: RecoveryRecord,
  }),
  recoveryList: endpoint({
    method: 'GET',
    path: `${stack}/recoveries`,
    access: 'reader',
    summary: 'Completed recoveries of a stack, newest first.',
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
    summary: 'Restore the state before the recovery, as a new version.',
    body: UndoRequest,
    reply: RecoveryRecord,
  }),
} as const
