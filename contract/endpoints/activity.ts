import { ActivityFilter, ActivityPage } from '../activity.ts'
import { StackGraph } from '../stackGraph.ts'
import { endpoint } from '../endpoint.ts'

/** What ran on all stacks, and which stack reads which. */
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
} as const
