import {
  Retention,
  RetentionChange,
  RetentionPreview,
  RetentionQuery,
  RetentionRunReply,
  RetentionRunRequest,
} from '../retention.ts'
import { endpoint } from '../endpoint.ts'

/** Retention of versions. */
export const retentionEndpoints = {
  retentionView: endpoint({
    method: 'GET',
    path: '/api/ui/orgs/:org/retention',
    access: 'admin',
    summary: 'Which versions of an organization’s stacks keep their state.',
    reply: Retention,
  }),
  retentionChange: endpoint({
    method: 'POST',
    path: '/api/ui/orgs/:org/retention',
    access: 'admin',
    summary: 'Switch the retention of versions on, with a rule, or off.',
    body: RetentionChange,
    reply: Retention,
  }),
  retentionPreview: endpoint({
    method: 'GET',
    path: '/api/ui/orgs/:org/retention/preview',
    access: 'admin',
    summary: 'What a rule would remove now. Removes nothing.',
    query: RetentionQuery,
    reply: RetentionPreview,
  }),
  retentionRun: endpoint({
    method: 'POST',
    path: '/api/ui/orgs/:org/retention/run',
    access: 'admin',
    summary: 'Remove for good what a preview listed.',
    body: RetentionRunRequest,
    reply: RetentionRunReply,
  }),
} as const
