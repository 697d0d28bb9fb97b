import type { Health } from '#contract/stacks.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

export const PROBLEM_IDS = [
  'conflict',
  'lease-not-renewed',
  'interrupted-update',
  'step-errors',
  'unknown-state',
  'integrity',
  'edit-state',
  'refresh-forgot',
  'destroy-fails',
  'internal-server-error',
  'cannot-connect',
  'proxy',
  'plugin-missing',
  'provider-downgraded',
  'cloudfront-etag',
  'ingress-without-address',
  'secrets',
  'project-renamed',
  'cli-too-old',
  'move-backend',
  'bucket-lock',
  'bucket-file',
  'slow-updates',
  'verbose-logs',
] as const
export type ProblemId = (typeof PROBLEM_IDS)[number]

/** The summary of a problem, enough for lists and searches. */
export type ProblemEntry = {
  id: ProblemId
  title: string
  group: ProblemGroup
  /** Other words that users may search for. */
  words: string
  recoveries: readonly RecoveryId[]
  /** Stacks with this health have the problem, or may have it. */
  stackHealth: readonly Health[]
  /** Runs that may show the problem. */
  runs?: { kind?: 'destroy' | 'refresh'; result?: 'failed' | 'expired' }
}
export type ProblemGroup =
  | 'Someone or something holds the stack'
  | 'An update went wrong'
  | 'The state'
  | 'Connection'
  | 'Providers and clouds'
  | 'Self-managed backends'
  | 'Looking closer'

const entry = (
  id: ProblemId,
  group: ProblemGroup,
  title: string,
  words: string,
  recoveries: readonly RecoveryId[],
  shown: Pick<ProblemEntry, 'runs'> & { stackHealth?: readonly Health[] } = {},
): ProblemEntry => ({ id, group, title, words, recoveries, stackHealth: [], ...shown })

const HOLD = 'Someone or something holds the stack'
const UPDATE = 'An update went wrong'
const STATE = 'The state'
const NETWORK = 'Connection'
const CLOUD = 'Providers and clouds'
const BUCKET = 'Self-managed backends'
const LOOK = 'Looking closer'

/** All problems with a page of their own, in the order of the list. */
export const problems: readonly ProblemEntry[] = [
  entry(
    'conflict',
    HOLD,
    'Another update is in progress (409)',
    'conflict lease held locked cancel busy',
    ['cancel-update', 'release-lease', 'nothing-to-cancel'],
    {
      stackHealth: ['running', 'suspect', 'orphaned'],
    },
  ),
  entry(
    'lease-not-renewed',
    HOLD,
    'The lease could not be renewed',
    'token expired 403 renewing lost',
    ['lost-lease', 'release-lease'],
    {
      stackHealth: ['suspect', 'orphaned'],
      runs: { result: 'expired' },
    },
  ),
  entry(
    'interrupted-update',
    UPDATE,
    'An update was interrupted: pending operations',
    'killed crashed pending creates interrupted while creating ctrl-c out of memory',
    [
      'release-lease',
      'clear-operations',
      'clear-create',
      'adopt-create',
      'read-outputs',
      'discard-create',
      'compare-create',
      'resolve-operations',
      'finish-replacement',
      'resolve-untracked',
    ],
    { stackHealth: ['orphaned', 'unknownOutputs', 'pendingCreates', 'pending'] },
  ),
  entry(
    'step-errors',
    UPDATE,
    'Post-step or pre-step event returned an error',
    'snapshot failed to save verify',
    ['fix-step-error', 'lost-lease'],
    {
      stackHealth: ['failed', 'broken'],
      runs: { result: 'failed' },
    },
  ),
  entry(
    'unknown-state',
    UPDATE,
    'Resources are in an unknown state',
    '2018 invalid stack',
    ['resolve-unknown-state', 'resolve-operations'],
    {
      stackHealth: ['pendingCreates', 'pending'],
    },
  ),
  entry(
    'destroy-fails',
    UPDATE,
    'Destroy fails, or something cannot be deleted',
    'protected dependency violation delete stuck',
    ['finish-destroy', 'remove-protection', 'remove-old-entries'],
    {
      stackHealth: ['failed'],
      runs: { kind: 'destroy', result: 'failed' },
    },
  ),
  entry(
    'refresh-forgot',
    UPDATE,
    'A refresh dropped resources that still exist',
    'wrong credentials region lost gone',
    ['restore-lost-entries', 'restore-version'],
    {
      runs: { kind: 'refresh' },
    },
  ),

  entry(
    'integrity',
    STATE,
    'Snapshot integrity failure',
    'invalid state order dangling duplicate magic cycle repair',
    ['fix-references', 'restore-provider', 'resolve-duplicates', 'fix-entry', 'break-cycle'],
    {
      stackHealth: ['broken'],
    },
  ),
  entry(
    'edit-state',
    STATE,
    'Editing the state by hand',
    'export import force json state delete rename move',
    ['restore-version', 'rewrite-foreign-state', 'fix-entry', 'fix-references'],
    {
      stackHealth: ['broken'],
    },
  ),
  entry('project-renamed', STATE, 'The project or the stack was renamed', 'Pulumi.yaml name urn everything replaced', [
    'rename-stack',
    'rewrite-foreign-state',
  ]),
  entry('cli-too-old', STATE, 'The state needs a newer CLI', 'version features too new too old', ['upgrade-cli']),
  entry('secrets', STATE, 'Secrets provider or passphrase', 'passphrase incorrect decrypt kms secure', ['fix-secrets']),
  entry(
    'move-backend',
    STATE,
    'Moving a stack from a bucket to a service',
    'migrate s3 self-managed login export import',
    ['rewrite-foreign-state', 'upgrade-backend', 'fix-secrets'],
  ),

  entry(
    'internal-server-error',
    NETWORK,
    'Internal server error',
    '500 502 503 504 service down outage',
    ['lost-lease', 'fix-network'],
    {
      stackHealth: ['orphaned', 'suspect'],
    },
  ),
  entry('cannot-connect', NETWORK, 'Cannot connect', 'dial timeout refused tls certificate dns firewall', [
    'fix-network',
  ]),
  entry('proxy', NETWORK, 'Nothing happens behind a proxy', 'http_proxy no_proxy hangs localhost grpc', [
    'fix-network',
  ]),

  entry('plugin-missing', CLOUD, 'A provider plugin is missing', 'no resource plugin download 403 404 arm64', [
    'install-plugin',
    'restore-provider',
  ]),
  entry('provider-downgraded', CLOUD, 'A provider was downgraded', 'older version schema unexpected diff', [
    'install-plugin',
  ]),
  entry(
    'cloudfront-etag',
    CLOUD,
    'CloudFront: PreconditionFailed, a stale ETag',
    '412 distribution aws',
    ['refresh-etag'],
    {
      runs: { result: 'failed' },
    },
  ),
  entry(
    'ingress-without-address',
    CLOUD,
    'Kubernetes: an Ingress gets no address',
    'status loadBalancer traefik unhealthy init errors',
    ['fix-unhealthy'],
    {
      stackHealth: ['failed'],
    },
  ),

  entry('bucket-lock', BUCKET, 'The stack is locked by lock files', 's3 gcs azure file lock pulumi cancel', [
    'remove-lock-file',
  ]),
  entry(
    'bucket-file',
    BUCKET,
    'A checkpoint file is missing, cut short or in the old layout',
    'bak attrs meta.yaml legacy upgrade',
    ['restore-checkpoint', 'upgrade-backend'],
  ),

  entry(
    'slow-updates',
    LOOK,
    'Updates are slow: finding out why',
    'trace performance parallel opentelemetry jaeger',
    [],
  ),
  entry('verbose-logs', LOOK, 'Verbose logs', 'logtostderr logflow debug event log', []),
]

/** The problems that lead to a recovery, the most relevant first. */
export const problemsFor = (recovery: string): readonly ProblemEntry[] =>
  problems
    .filter(({ recoveries }) => recoveries.some((each) => each === recovery))
    .toSorted(
      (a, b) =>
        a.recoveries.findIndex((each) => each === recovery) - b.recoveries.findIndex((each) => each === recovery),
    )

/** Finds problems for a search: every word is in the title or among the other words. */
export function findProblems(query: string): readonly ProblemEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return problems.filter(({ id, title, words: others }) => {
    const text = `${id} ${title} ${others}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
