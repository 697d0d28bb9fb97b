import { DeletedStackFilter, DeletedStacks, RestoreRequest, RestoredStack } from '../deletedStacks.ts'
import { endpoint } from '../endpoint.ts'

/** Deleted stacks. */
export const deletedStackEndpoints = {
  deletedStackList: endpoint({
    method: 'GET',
    path: '/api/ui/orgs/:org/deleted-stacks',
    access: 'admin',
    summary: 'Deleted stacks of an organization, the last deleted first.',
    query: DeletedStackFilter,
    reply: DeletedStacks,
  }),
  deletedStackRestore: endpoint({
    method: 'POST',
    path: '/api/ui/orgs/:org/deleted-stacks/:id/restore',
    access: 'admin',
    summary: 'Restore a deleted stack with its versions, history and secrets.',
    body: RestoreRequest,
    reply: RestoredStack,
  }),
} as const
