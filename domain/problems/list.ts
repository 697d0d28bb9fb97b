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

/** What of a problem can be seen from afar: enough for lists and searches. */
export type ProblemEntry = {
  id: ProblemId
  title: string
  group: ProblemGroup
  /** What people call it besides. */
  words: string
  recoveries: readonly RecoveryId[]
  /** Stacks in this health have it, or may. */
  healths: readonly Health[]
  /** Runs that may show it. */
  runs?: { kind?: 'destroy' | 'refresh'; result?: 'failed' | 'expired' }
}
export type ProblemGroup =
  | 'Somebody or something holds the stack'
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
  shown: Pick<ProblemEntry, 'runs'> & { healths?: readonly Health[] } = {},
): ProblemEntry => ({ id, group, title, words, recoveries, healths: [], ...shown })

const HOLD = 'Somebody or something holds the stack'
const UPDATE = 'An update went wrong'
const STATE = 'The state'
const NETWORK = 'Connection'
const CLOUD = 'Providers and clouds'
const BUCKET = 'Self-managed backends'
const LOOK = 'Looking closer'

/** Every problem that has a page of its own, in the order of the list. */
export const problems: readonly ProblemEntry[] = [
  entry(
    'conflict',
    HOLD,
    'Another update is in progress (409)',
    'conflict lease held locked cancel busy',
    ['GR-01', 'GR-02', 'GR-03'],
    {
      healths: ['running', 'suspect', 'orphaned'],
    },
  ),
  entry(
    'lease-not-renewed',
    HOLD,
    'The lease could not be renewed',
    'token expired 403 renewing lost',
    ['GR-30', 'GR-02'],
    {
      healths: ['suspect', 'orphaned'],
      runs: { result: 'expired' },
    },
  ),
  entry(
    'interrupted-update',
    UPDATE,
    'An update was interrupted: pending operations',
    'killed crashed pending creates interrupted while creating ctrl-c out of memory',
    ['GR-02', 'GR-05', 'GR-06', 'GR-07', 'GR-08', 'GR-09', 'GR-10', 'GR-23', 'GR-35'],
    { healths: ['orphaned', 'pendingCreates', 'pending'] },
  ),
  entry(
    'step-errors',
    UPDATE,
    'Post-step or pre-step event returned an error',
    'snapshot failed to save verify',
    ['GR-33', 'GR-30'],
    {
      healths: ['failed', 'broken'],
      runs: { result: 'failed' },
    },
  ),
  entry('unknown-state', UPDATE, 'Resources are in an unknown state', '2018 invalid stack', ['GR-32', 'GR-10'], {
    healths: ['pendingCreates', 'pending'],
  }),
  entry(
    'destroy-fails',
    UPDATE,
    'Destroy fails, or something cannot be deleted',
    'protected dependency violation delete stuck',
    ['GR-21', 'GR-20', 'GR-22'],
    {
      healths: ['failed'],
      runs: { kind: 'destroy', result: 'failed' },
    },
  ),
  entry(
    'refresh-forgot',
    UPDATE,
    'A refresh dropped resources that still exist',
    'wrong credentials region lost gone',
    ['GR-34', 'GR-16'],
    {
      runs: { kind: 'refresh' },
    },
  ),

  entry(
    'integrity',
    STATE,
    'Snapshot integrity failure',
    'invalid state order dangling duplicate magic cycle repair',
    ['GR-11', 'GR-12', 'GR-13', 'GR-14', 'GR-15'],
    {
      healths: ['broken'],
    },
  ),
  entry(
    'edit-state',
    STATE,
    'Editing the state by hand',
    'export import force json state delete rename move',
    ['GR-16', 'GR-28', 'GR-14', 'GR-11'],
    {
      healths: ['broken'],
    },
  ),
  entry('project-renamed', STATE, 'The project or the stack was renamed', 'Pulumi.yaml name urn everything replaced', [
    'GR-25',
    'GR-28',
  ]),
  entry('cli-too-old', STATE, 'The state needs a newer CLI', 'version features too new too old', ['GR-18']),
  entry('secrets', STATE, 'Secrets provider or passphrase', 'passphrase incorrect decrypt kms secure', ['GR-26']),
  entry(
    'move-backend',
    STATE,
    'Moving a stack from a bucket to a service',
    'migrate s3 self-managed login export import',
    ['GR-28', 'GR-29', 'GR-26'],
  ),

  entry(
    'internal-server-error',
    NETWORK,
    'Internal server error',
    '500 502 503 504 service down outage',
    ['GR-30', 'GR-31'],
    {
      healths: ['orphaned', 'suspect'],
    },
  ),
  entry('cannot-connect', NETWORK, 'Cannot connect', 'dial timeout refused tls certificate dns firewall', ['GR-31']),
  entry('proxy', NETWORK, 'Nothing happens behind a proxy', 'http_proxy no_proxy hangs localhost grpc', ['GR-31']),

  entry('plugin-missing', CLOUD, 'A provider plugin is missing', 'no resource plugin download 403 404 arm64', [
    'GR-19',
    'GR-12',
  ]),
  entry('provider-downgraded', CLOUD, 'A provider was downgraded', 'older version schema unexpected diff', ['GR-19']),
  entry('cloudfront-etag', CLOUD, 'CloudFront: PreconditionFailed, a stale ETag', '412 distribution aws', ['GR-24'], {
    runs: { result: 'failed' },
  }),
  entry(
    'ingress-without-address',
    CLOUD,
    'Kubernetes: an Ingress gets no address',
    'status loadBalancer traefik unhealthy init errors',
    ['GR-27'],
    {
      healths: ['failed'],
    },
  ),

  entry('bucket-lock', BUCKET, 'The stack is locked by lock files', 's3 gcs azure file lock pulumi cancel', ['GR-04']),
  entry(
    'bucket-file',
    BUCKET,
    'A checkpoint file is missing, cut short or in the old layout',
    'bak attrs meta.yaml legacy upgrade',
    ['GR-17', 'GR-29'],
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

/** The pages that lead to a recovery, the most fitting first. */
export const problemsFor = (recovery: string): readonly ProblemEntry[] =>
  problems
    .filter(({ recoveries }) => recoveries.some((each) => each === recovery))
    .toSorted(
      (a, b) =>
        a.recoveries.findIndex((each) => each === recovery) - b.recoveries.findIndex((each) => each === recovery),
    )

/** Those that a search means: every word is in the title, in what people call it, or a recovery of it. */
export function findProblems(query: string): readonly ProblemEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return problems.filter(({ id, title, words: others, recoveries }) => {
    const text = `${id} ${title} ${others} ${recoveries.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
