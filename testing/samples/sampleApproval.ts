import type { Approval } from '#contract/approvals.ts'

/** A delete of a database that waits for an operator. */
export const sampleApproval = (rest: Partial<Approval> = {}): Approval => ({
  id: 'a-1',
  stack: { org: 'acme', project: 'shop', stack: 'prod' },
  updateId: 'u-12',
  version: 12,
  runKind: 'update',
  startedBy: { login: 'grace', tokenName: null },
  ci: null,
  agent: null,
  message: '',
  commit: null,
  of: 'step',
  step: 'delete',
  urn: 'urn:pulumi:prod::shop::aws:rds/instance:Instance::orders-db',
  name: 'orders-db',
  type: 'aws:rds/instance:Instance',
  rules: [{ id: 'no-data-loss', name: 'No deletes of databases' }],
  why: 'Deletes of resources that hold data wait for an operator, for up to 30 minutes.',
  isRefusal: false,
  status: 'waiting',
  since: 1_000,
  until: 1_801_000,
  decidedAt: null,
  keptUntil: null,
  persons: 1,
  role: 'operator',
  decisions: [],
  whyNotAllow: null,
  whyNotRefuse: null,
  ...rest,
})

/** A decision of a user. */
export const sampleDecision = (login: string, allow = true): Approval['decisions'][number] => ({
  by: { login, tokenName: null },
  at: 2_000,
  allow,
  reason: '',
})
