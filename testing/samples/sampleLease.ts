import type { Lease } from '#contract/leases.ts'

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0)
const S = 1000
const MIN = 60 * S

const creator = {
  type: 'creating',
  urn: 'urn:pulumi:prod::payments::aws:s3/bucket:Bucket::invoices',
  name: 'invoices',
  resourceType: 'aws:s3/bucket:Bucket',
  since: NOW - 90 * S,
}

/** A lease for rendering tests: a CI job in the middle of an update, healthy at `sampleNow`. */
export const sampleNow = NOW
export const sampleLease = (change: Partial<Lease> = {}): Lease => ({
  stack: { org: 'acme', project: 'payments', stack: 'prod' },
  updateId: '5b0c9a1e-0000-4000-8000-000000000012',
  kind: 'update',
  version: 12,
  holder: { login: 'ci-runner-7', tokenName: 'deploy' },
  message: 'Add the invoice bucket',
  client: {
    cliVersion: 'v3.210.0',
    command: 'pulumi up',
    os: 'linux',
    address: '10.1.2.3',
    host: 'runner-7',
    ci: { system: 'GitHub Actions', build: '4711', url: 'https://ci.example/acme/payments/4711' },
    agent: null,
  },
  verdict: 'alive',
  reason: 'Renewed 1 min ago; a write came 20 sec ago.',
  since: NOW - 8 * MIN,
  expiresAt: NOW + 4 * MIN,
  durationS: 300,
  signs: { granted: NOW - 8 * MIN, renewed: NOW - MIN, write: NOW - 20 * S, event: NOW - 35 * S, last: NOW - 20 * S },
  renewals: [NOW - 5 * MIN, NOW - MIN],
  inFlight: [creator],
  refused: [],
  ...change,
})

export const sampleOperation = (name: string, ageMs: number) => ({
  ...creator,
  name,
  urn: `${creator.urn}-${name}`,
  since: NOW - ageMs,
})
