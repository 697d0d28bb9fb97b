import { StateVersions } from '../stacks.ts'
import { endpoint } from '../endpoint.ts'
import { stack, Page } from './shared.ts'

/** Versions of a state. */
export const versionEndpoints = {
  versionList: endpoint({
    method: 'GET',
    path: `${stack}/versions`,
    access: 'reader',
    summary: 'State versions, newest first.',
    query: Page,
    reply: StateVersions,
  }),
} as const
