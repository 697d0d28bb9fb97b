import { z } from 'zod'
import { RunBefore, RunProgress, Timeline } from '../runCourse.ts'
import { LogPage, UpdateChanges, UpdateDetail, UpdatePage } from '../updates.ts'
import { endpoint } from '../endpoint.ts'
import { stack, Page } from './shared.ts'

/** Updates and previews. */
export const updateEndpoints = {
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
    summary:
      'Lines of the engine log; ask again with `after` for what came later, with `at` for the lines around the error.',
    query: z.object({ after: z.string().optional(), at: z.literal('failure').optional() }),
    reply: LogPage,
  }),
  runProgress: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/progress`,
    access: 'reader',
    summary: 'The progress of a run, its current operation, and its usual duration.',
    reply: RunProgress,
  }),
  runTimeline: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/timeline`,
    access: 'reader',
    summary: 'When each step of a run started and ended, from its journal or its events.',
    reply: Timeline,
  }),
  runBefore: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/before`,
    access: 'reader',
    summary: 'The run before of the same kind, and what differs in configuration and environment.',
    reply: RunBefore,
  }),
} as const
