import { Attention, Dashboard, StackDetail, StackFilter, StackNames, StackOutputs, StackPage } from '../stacks.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Stacks. */
export const stackEndpoints = {
  attention: endpoint({
    method: 'GET',
    path: '/api/ui/attention',
    access: 'reader',
    summary: 'Stacks that need attention, the most harmful first, and running updates.',
    reply: Attention,
  }),
  dashboard: endpoint({
    method: 'GET',
    path: '/api/ui/dashboard',
    access: 'reader',
    summary: 'How the fleet is and what ran lately: counts, strips of runs, recent activity.',
    reply: Dashboard,
  }),
  stackList: endpoint({
    method: 'GET',
    path: '/api/ui/stacks',
    access: 'reader',
    summary: 'Stacks, filtered, sorted, paged.',
    query: StackFilter,
    reply: StackPage,
  }),
  stackNames: endpoint({
    method: 'GET',
    path: '/api/ui/stack-names',
    access: 'reader',
    summary: 'The names of all stacks: a browser finds in them which one a log speaks of, and sends nothing of it.',
    reply: StackNames,
  }),
  stackView: endpoint({ method: 'GET', path: stack, access: 'reader', summary: 'One stack.', reply: StackDetail }),
  stackOutputs: endpoint({
    method: 'GET',
    path: `${stack}/outputs`,
    access: 'reader',
    summary: 'Stack outputs, secrets masked.',
    reply: StackOutputs,
  }),
} as const
