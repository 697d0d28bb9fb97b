import { ActivityFilter, ActivityPage } from '../activity.ts'
import { StackGraph, StackReaders } from '../stackGraph.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Runs of all stacks, and references between stacks. */
export const activityEndpoints = {
  activity: endpoint({
    method: 'GET',
    path: '/api/ui/activity',
    access: 'reader',
    summary: 'Runs of all stacks, newest first, filtered, a page at a time.',
    query: ActivityFilter,
    reply: ActivityPage,
  }),
  stackGraph: endpoint({
    method: 'GET',
    path: '/api/ui/stack-graph',
    access: 'reader',
    summary: 'Which stack reads outputs of which.',
    reply: StackGraph,
  }),
  stackReaders: endpoint({
    method: 'GET',
    path: `${stack}/readers`,
    access: 'reader',
    summary: 'Who reads the outputs of a stack, and what of them has changed since.',
    reply: StackReaders,
  }),
} as const
