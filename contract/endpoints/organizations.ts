import { endpoint } from '../endpoint.ts'
import { NewOrganization, Organizations } from '../organizations.ts'
import { Nothing } from './shared.ts'

/** Organizations: stacks are created only in one that exists. */
export const organizationEndpoints = {
  organizationList: endpoint({
    method: 'GET',
    path: '/api/ui/organizations',
    access: 'admin',
    summary: 'The organizations of this server, and how many stacks each has.',
    reply: Organizations,
  }),
  organizationCreate: endpoint({
    method: 'POST',
    path: '/api/ui/organizations',
    access: 'admin',
    summary: 'Create an organization: 3 to 40 of A-Za-z0-9-_.',
    body: NewOrganization,
    reply: Nothing,
  }),
  organizationRemove: endpoint({
    method: 'DELETE',
    path: '/api/ui/organizations/:name',
    access: 'admin',
    summary: 'Remove an organization that never had a stack.',
    reply: Nothing,
  }),
} as const
