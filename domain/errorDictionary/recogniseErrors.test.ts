import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { dictionary } from './dictionary.ts'
import { createRecogniser, recogniseErrors } from './recogniseErrors.ts'

const URN = 'urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs'

/** A text as in a log, the entry it must match, and the values captured by its placeholders. */
const texts: readonly (readonly [text: string, id: string, found?: Record<string, string>])[] = [
  ['[409] Conflict: Another update is currently in progress.', 'update-in-progress'],
  ['https://www.pulumi.com/docs/support/troubleshooting/common-issues/update-conflicts/', 'update-in-progress'],
  ['https://www.pulumi.com/docs/troubleshooting/#conflict', 'update-in-progress'],
  ['another update is currently in progress or was interrupted; try again later', 'update-in-progress-2018'],
  ['error: calling API: [400] another update is currently in progress', 'update-in-progress-2018'],
  ['error: [400] Bad Request: the update has already completed', 'nothing-to-cancel'],
  ['error: [409] Conflict: The Update has already completed', 'nothing-to-cancel'],
  [
    'The Update has not started or The Update has been cancelled or The Update has already completed',
    'nothing-to-cancel',
  ],
  ['error: stack acme/shop/dev has never been updated', 'never-updated', { stack: 'acme/shop/dev' }],
  ['[400] Bad Request: decoding JSON: EOF', 'nothing-to-cancel'],
  ["error: stack 'dev' already exists", 'stack-exists', { stack: 'dev' }],
  ['error: [409] Conflict: you are using 5 of 5 stacks', 'stack-limit'],
  ["failed to complete update: [409] Stack 'dev' is not locked by update id", 'not-locked-by-update', { stack: 'dev' }],
  ['failed to save snapshot: [403] The provided update token has expired', 'token-expired'],
  ['renewing lease: token expired: [403] Forbidden', 'token-expired'],
  ["[404] Not Found: Update '1234-ab' not found", 'update-not-found', { x: '1234-ab' }],
  ['error: [500] Internal Server Error', 'server-error'],
  ['could not deserialize deployment: [503]', 'server-error'],
  ['[502] Bad Gateway', 'server-error'],
  ['[504] Gateway Timeout', 'server-error'],
  ['performing HTTP request: Post "https://x": dial tcp: lookup x: no such host', 'network'],
  ['error: pulumi service: request rate-limit exceeded', 'rate-limit'],
  ['API call failed (GET /x): could not read response body', 'answer-cut-off'],
  [
    'error: the stack is currently locked by 2 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.',
    'lock-files',
    { n: '2' },
  ],
  [
    'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or manually delete the lock file(s).',
    'lock-files',
    { n: '1' },
  ],
  [
    'there was a problem deleting the lock at .pulumi/locks/x.json, manual clean up may be required',
    'lock-left-behind',
    { x: '.pulumi/locks/x.json' },
  ],
  ['error: unexpected end of JSON input', 'unreadable-lock'],
  ["error: invalid character 'x' looking for beginning of value", 'unreadable-lock'],
  ["This will irreversibly cancel the currently running update for 'dev'!", 'cancel-prompt', { stack: 'dev' }],
  ["The currently running update for 'dev' has been canceled!", 'cancelled', { stack: 'dev' }],

  [
    'the current deployment has 3 resource(s) with pending operations:\n  * x\nrefusing to proceed',
    'pending-refused',
    { n: '3' },
  ],
  [
    'Attempting to deploy or update resources with 4 pending operations from previous deployment.',
    'pending-warned',
    { n: '4' },
  ],
  [`  * ${URN}, interrupted while creating`, 'interrupted-creating', { urn: URN }],
  [`  * ${URN}, interrupted while updating`, 'interrupted-updating', { urn: URN }],
  [`  * ${URN}, interrupted while deleting`, 'interrupted-deleting', { urn: URN }],
  [`  * ${URN}, interrupted while reading`, 'interrupted-reading', { urn: URN }],
  [`  * ${URN}, interrupted while importing`, 'interrupted-importing', { urn: URN }],
  ["stack's resources are in an unknown state due to an interrupted update", 'unknown-state'],
  [`removing pending operation 'creating' on '${URN}' from snapshot`, 'pending-dropped', { urn: URN, x: 'creating' }],
  ['cannot set both --skip-pending-creates and --clear-pending-creates', 'pending-flags'],
  ['each URN must be followed by an ID: found an odd number of entries', 'pending-flags'],
  ['the following urns did not correspond to a pending create: []', 'no-such-pending-create'],
  ['^C received; terminating', 'terminated'],
  ['SIGTERM received; terminating', 'terminated'],
  ['error: update failed', 'last-line'],
  ['error: update canceled', 'last-line'],
  ['error: preview failed', 'last-line'],

  ['error: pre-step event returned an error: x', 'step-event'],
  ['error: post-step event returned an error: x', 'step-event'],
  ['failed to save snapshot: open x: no space left on device', 'save-failed'],
  ['writing snapshot: x', 'save-failed'],
  ['after mutation of snapshot: x', 'engine-made-invalid'],
  ['failed to verify snapshot: x', 'engine-made-invalid'],
  [
    'dev.json: snapshot integrity failure; it was already written, but is invalid (backup available at dev.json.bak): x',
    'written-but-invalid',
    { x: 'dev.json.bak' },
  ],
  ['snapshot integrity failure; refusing to use it: x', 'integrity-refused'],
  ['The Pulumi CLI encountered a snapshot integrity error. This is a bug!', 'integrity-refused'],
  ['snapshot integrity error (auto-repaired): x', 'auto-repaired'],
  [
    'state file contains errors: x\nimporting this file could be dangerous; rerun with --force to proceed anyway',
    'import-refused',
  ],
  [`child resource ${URN}'s parent urn:pulumi:p comes after it`, 'order'],
  [`resource ${URN}'s property dependency urn:pulumi:d (from property x) comes after it`, 'order'],
  [`resource ${URN} is specified as being deleted with urn:pulumi:d, which comes after it`, 'order'],
  [`child resource x refers to missing parent ${URN}`, 'missing-reference', { urn: URN }],
  [`resource x's dependency ${URN} refers to missing resource`, 'missing-reference', { urn: URN }],
  ['resource x refers to missing dependency y', 'missing-reference'],
  ['resource x refers to missing property dependency y', 'missing-reference'],
  ['resource x is specified as being replaced with y, which is missing', 'missing-reference'],
  [`resource ${URN} refers to unknown provider ${URN}::id-1`, 'unknown-provider', { urn: URN, x: `${URN}::id-1` }],
  [`failed to parse provider reference for resource ${URN}: x`, 'provider-reference', { urn: URN }],
  ['provider x is not referenceable: y', 'provider-reference'],
  [`duplicate resource ${URN} (not marked for deletion)`, 'duplicate-live', { urn: URN }],
  [`unexpected duplicate resource '${URN}'`, 'duplicate-live', { urn: URN }],
  ['magic cookie mismatch; possible tampering/corruption detected', 'magic'],
  ["resource at index 3 missing required 'urn' field", 'malformed-entry'],
  ["resource 'x' missing required 'type' field", 'malformed-entry'],
  ["resource 'x' has 'custom false but non-empty ID", 'malformed-entry'],
  ['snapshot has cyclic dependencies', 'cycle'],
  ['Failed to repair the snapshot automatically: x', 'repair-failed'],
  ['state edit produced an invalid snapshot', 'edit-would-break'],
  ["snippet at index 2 missing required 'uuid' field", 'snippet', { n: '2' }],
  ['duplicate snippet uuid "u" at indexes 0 and 1', 'snippet'],
  [`resource '${URN}' is from a different stack (dev != prod)`, 'foreign-stack', { urn: URN, x: 'dev', stack: 'prod' }],
  ['could not deserialize deployment: x', 'undeserializable'],
  ['failed to load checkpoint: unexpected EOF', 'checkpoint-unreadable'],
  ['failed to load checkpoint: EOF', 'checkpoint-unreadable'],
  ['An IO error occurred while writing the new snapshot file: x', 'io-error'],
  ['An IO error occurred while marshalling the checkpoint: x', 'io-error'],
  ["the stack 'dev' is newer than what this version of the Pulumi CLI understands", 'version'],
  ["the stack 'dev' uses features that are not supported", 'version'],
  ["the stack 'dev' is too old to be used", 'version'],
  [`Duplicate resource URN '${URN}'; try giving it a unique name`, 'program-duplicate', { urn: URN }],
  ["Two resources ('a' and 'b') aliased to the same: x", 'alias-collision', { x: 'a', urn: 'b' }],
  ['resources a and b have the same alias', 'alias-collision'],

  [
    "could not load plugin for aws provider 'urn:x': no resource plugin 'aws-v0.16.2' found in the workspace or on your $PATH",
    'plugin-missing',
    { x: 'aws', version: '0.16.2' },
  ],
  [
    "no resource plugin 'pulumi-resource-aws' found in the workspace at version v6.1.0 or on your $PATH",
    'plugin-missing',
    { x: 'pulumi-resource-aws', version: '6.1.0' },
  ],
  [
    "Could not automatically download and install resource plugin 'pulumi-resource-aws' at version v6.1.0, install the plugin using",
    'plugin-missing',
    { version: '6.1.0', x: 'pulumi-resource-aws' },
  ],
  ['403 HTTP error fetching plugin from x', 'plugin-download-forbidden'],
  ['404 HTTP error fetching plugin from x', 'plugin-download-missing'],
  ['could not load provider for resource x', 'provider-not-loaded'],
  ['could not find provider x', 'provider-not-loaded'],
  ['could not create provider x', 'provider-not-loaded'],
  [`bad provider reference 'x' for resource '${URN}'`, 'bad-provider', { x: 'x', urn: URN }],
  [`unknown provider 'x' for resource '${URN}'`, 'bad-provider', { x: 'x', urn: URN }],

  [
    `resource "${URN}" cannot be deleted\nbecause it is protected. To unprotect the resource`,
    'protected',
    { urn: URN },
  ],
  [`unable to delete resource "${URN}"\nas it is currently marked for protection`, 'protected', { urn: URN }],
  ['refusing to delete protected resource x', 'protected'],
  [`unable to replace resource "${URN}"\nas it is currently marked for protection`, 'protected', { urn: URN }],
  [
    `Cannot delete parent resource 'urn:p' without also deleting child '${URN}'`,
    'delete-parent',
    { x: 'urn:p', urn: URN },
  ],
  [
    `${URN} can't be safely deleted because the following resources depend on it:`,
    'state-delete-dependents',
    { urn: URN },
  ],
  [`${URN} can't be safely deleted because it is protected.`, 'protected'],
  ['DependencyViolation: resource sg-1 has a dependent object', 'in-use'],
  ['The vpc has dependencies and cannot be deleted.', 'in-use'],
  ['the subnet is in use', 'in-use'],
  ['BucketNotEmpty: The bucket you tried to delete is not empty', 'not-empty'],
  ['ResourceInUseException: x', 'in-use'],
  ['DeleteConflict: x', 'in-use'],
  ['it cannot be deleted because it is in use', 'in-use'],
  ['Lambda was unable to delete arn:x because it is a replicated function.', 'replicated-function'],
  ['AccessDenied: User is not authorized', 'permission'],
  ['UnauthorizedOperation: x', 'permission'],
  ['Forbidden: x', 'permission'],
  ['api error AuthorizationFailed', 'permission'],
  ["Required 'compute.networks.create' permission for 'projects/etl'", 'permission', { x: 'compute.networks.create' }],
  ['api error ExpiredToken: The security token included in the request is expired', 'credentials'],
  ['google: could not find default credentials', 'credentials'],
  [
    'Status=409 Code="StorageAccountAlreadyTaken" Message="The storage account named x is already taken."',
    'name-taken-elsewhere',
  ],
  ['api error BucketAlreadyExists: The requested bucket name is not available', 'name-taken-elsewhere'],
  ['api error BucketAlreadyOwnedByYou: you already own it', 'name-taken'],
  ['api error Throttling: Rate exceeded', 'throttled'],
  ['VcpuLimitExceeded: You have requested more vCPU capacity', 'quota'],
  ['dial tcp 10.2.14.7:5432: connect: connection refused', 'unreachable', { x: '10.2.14.7:5432' }],
  ['dial tcp: lookup db.acme.example: no such host', 'unreachable', { x: 'db.acme.example' }],
  ['dial tcp: lookup db.acme.example on 127.0.0.11:53: no such host', 'unreachable'],
  ['containers with unready status: [web] -- [ImagePullBackOff] Back-off pulling image', 'image-pull'],
  ['back-off 5m0s restarting failed container: CrashLoopBackOff', 'crash-loop'],
  [
    "PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields.",
    'stale-etag',
  ],
  ["error: 'dev' still has resources; removal rejected", 'stack-not-empty', { stack: 'dev' }],
  ['refusing to remove stack because it still contains resources', 'stack-not-empty'],

  [`provided project name "old" doesn't match Pulumi.yaml`, 'project-name', { x: 'old' }],
  ['Resources:\n    + 12 to create\n    - 12 to delete\n    24 changes', 'all-replaced', { n: '12', deleted: '12' }],
  [
    'passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables',
    'passphrase-missing',
  ],
  ['error: incorrect passphrase', 'passphrase-wrong'],
  ['constructing secrets manager of type "cloud": x', 'secrets-manager', { x: 'cloud' }],
  [
    "failed to decrypt encrypted configuration value 'app:key': x\nrefusing to proceed",
    'foreign-secret',
    { x: 'app:key' },
  ],
  ['snapshot contains encrypted secrets but no secrets manager could be found', 'secrets-manager'],
  ['no known secrets provider for type "x"', 'secrets-manager'],
  ['malformed secret value: x', 'malformed-secret'],
  ['json: cannot unmarshal string into Go struct field ResourceV3.resources.protect of type bool', 'mistyped-field'],
  ['malformed resource reference: missing urn', 'malformed-value'],
  ['unexpected asset text of type float64', 'malformed-value'],
  ['extension blob for e1 (resource urn:pulumi:a::b::c::d) not found in snapshot', 'extension-missing'],
  ['hook "x" was not registered', 'hook-missing'],
  ['Found legacy stack files in state store', 'legacy-layout'],
  ['Legacy DIY state is deprecated', 'legacy-layout'],
  ['corrupt store: unmarshal x', 'corrupt-store'],
  ['corrupt store: missing version in x', 'corrupt-store'],
  ["state store unsupported: 'meta.yaml' version 2", 'corrupt-store'],

  ['Ingress .status.loadBalancer field was not updated with a hostname/IP address', 'ingress-without-address'],
  ['Refreshed resource is in an unhealthy state:', 'unhealthy'],
  [
    'resource default/app was successfully created, but the Kubernetes API server reported that it failed to fully initialize or failed to become live',
    'unhealthy',
  ],
  [
    'resource web/checkout was successfully created, but the Kubernetes API server reported that it failed to fully initialize or become live: timed out',
    'unhealthy',
  ],
  ['Synchronous call made to "aws:getRegion" with an unregistered provider', 'sync-call', { x: 'aws:getRegion' }],
  ['getOutputSync/requireOutputSync called on a StackReference whose name is a Promise/Output', 'sync-stack-reference'],
  ['Updating (dev):\n\nResources:\n\n', 'nothing-after-resources'],
]

const idsOf = (text: string) => recogniseErrors(text).map(({ id }) => id)

describe('every message in the error dictionary', () => {
  it.each(texts.map(([text, id, found]) => ({ text, id, found })))('is recognised: $text', ({ text, id, found }) => {
    const recognised = recogniseErrors(text).find((each) => each.id === id)
    expect(recognised).toMatchObject({ id, ...(found && { found }) })
  })

  it('has a test case', () => {
    const tried = new Set(texts.map(([, id]) => id))
    expect(dictionary.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
  })
})

/** Variants of the same text as logs show it. */
const disguises: [name: string, disguise: (text: string) => string][] = [
  ['in capitals', (text) => text.toUpperCase()],
  ['in colours', (text) => text.replace(/(\w+)/g, '\u001B[31;1m$1\u001B[0m')],
  ['in the colour marks of the CLI', (text) => `<{%fg 1%}>${text.replaceAll(' ', ' <{%reset%}>')}<{%reset%}>`],
  ['wrapped after 40 characters', (text) => text.replace(/(.{40})/g, '$1\n    ')],
  [
    'timestamped and wrapped',
    (text) => `x\n${text}`.replace(/([^\n]{50})/g, '$1\n').replace(/^/gm, '2026-01-05T09:00:00.1234567Z '),
  ],
  ['in a frame', (text) => text.replace(/^.*$/gm, '│ $&        │')],
  [
    'in a container log, with Windows line ends',
    (text) => text.replace(/^/gm, 'runner-1  | 09:00:00,123 ').replaceAll('\n', '\r\n'),
  ],
  [
    'in a GitHub Actions log with its groups and commands',
    (text) =>
      `2026-01-05T09:00:00.1234567Z ##[group]Run pulumi up\n${text.replace(/^/gm, '2026-01-05T09:00:00.1234567Z ##[error]')}\n::endgroup::`,
  ],
  [
    'in a GitLab log with its sections and numbered streams',
    (text) =>
      `section_start:1767603600:step_script\r\u001B[0K\u001B[0;m\n${text.replace(/^/gm, '2026-01-05T09:00:00.123456Z 01E ')}\nsection_end:1767603601:step_script\r\u001B[0K`,
  ],
  [
    'in a GitLab log, a line that began as a section',
    (text) => `section_start:1767603600:step_script\r\u001B[0K${text}`,
  ],
  [
    'in a Jenkins log',
    (text) =>
      `[Pipeline] sh\n[2026-01-05T09:00:00.123Z] + pulumi up\n${text.replace(/^/gm, '[2026-01-05T09:00:00.123Z] ')}`,
  ],
  [
    'in the parallel stages of a Jenkins log',
    (text) => text.replace(/^/gm, '[2026-01-05T09:00:00.123Z] [deploy-prod] '),
  ],
  ['in a CI log', (text) => text.replace(/^/gm, 'deploy\tRun pulumi up\t2026-01-05T09:00:00.1Z ##[error]')],
]

describe.each(disguises)('each message %s', (_, disguise) => {
  it('is still recognised', () => {
    const missed = texts.filter(([text, id]) => !idsOf(disguise(text)).includes(id)).map(([text]) => disguise(text))
    expect(missed).toEqual([])
  })
})

describe('searching a log', () => {
  it('finds nothing when it has no known message', () => {
    expect(recogniseErrors('')).toEqual([])
    expect(
      recogniseErrors('@ updating....\n + aws:s3:Bucket logs created (1s)\nResources:\n    + 3 created\nDuration: 4s'),
    ).toEqual([])
    expect(recogniseErrors('the queue is insured; this inuse thing is nothing')).toEqual([])
    expect(recogniseErrors('Resources:\n    + 12 to create\n    - 2 to delete')).toEqual([])
  })

  it('puts the earliest of several causes first, however long the message of a later one is', () => {
    const short = ' +  aws:iam:Role worker creating (2s) error: Throttling: Rate exceeded'
    const long =
      '    * creating S3 Bucket (acme-exports): BucketAlreadyExists: the requested bucket name is not available'
    const [throttled, taken] = [idsOf(short)[0], idsOf(long)[0]]
    expect(idsOf([short, long, 'error: update failed'].join('\n'))).toEqual([throttled, taken, 'last-line'])
    expect(idsOf([long, short, 'error: update failed'].join('\n'))).toEqual([taken, throttled, 'last-line'])
  })

  it('finds several known messages, in triage order with the most specific first', () => {
    const log = [
      'error: resource plugin trouble: 403 HTTP error fetching plugin',
      `  * ${URN}, interrupted while creating`,
      `  * ${URN}2, interrupted while creating`,
      `error: snapshot integrity failure; refusing to use it: resource ${URN} refers to unknown provider ${URN}::1`,
      'error: [409] Conflict: Another update is currently in progress.',
      'error: update failed',
    ].join('\n')
    expect(idsOf(log)).toEqual([
      'update-in-progress',
      'integrity-refused',
      'unknown-provider',
      'interrupted-creating',
      'plugin-download-forbidden',
      'last-line',
    ])
    expect(recogniseErrors(log).find(({ id }) => id === 'interrupted-creating')).toMatchObject({
      count: 2,
      places: [
        { line: 2, found: { urn: URN } },
        { line: 3, found: { urn: `${URN}2` } },
      ],
      recoveries: ['clear-create', 'adopt-create', 'discard-create', 'compare-create'],
    })
  })

  it('finds the cause before the line that closes the log', () => {
    const log = [
      'Diagnostics:',
      '  aws:s3:Bucket (exports):',
      '    error: creating S3 Bucket (acme-exports): BucketAlreadyExists: the requested bucket name is not available',
      '  pulumi:pulumi:Stack (shop-prod):',
      '    error: update failed',
    ].join('\n')
    expect(idsOf(log)).toEqual(['name-taken-elsewhere', 'last-line'])
  })

  it.each([
    ['+ aws:s3:Bucket exports creating (8s) error: 1 error occurred:', 'aws:s3/bucket:Bucket', 'exports'],
    ['  aws:s3/bucket:Bucket (exports):', 'aws:s3/bucket:Bucket', 'exports'],
    ['  aws:s3:Bucket (of ours):\n    warning: soon gone', 'aws:s3/bucket:Bucket', 'of ours'],
    ['  kubernetes:core/v1:Pod (web):', 'kubernetes:core/v1:Pod', 'web'],
    ['  aws-native:s3:Bucket (exports):', 'aws-native:s3:Bucket', 'exports'],
    [`error: creating ${URN}:`, 'aws:s3/bucket:Bucket', 'logs'],
  ])('gives the resource that the log names for a message of a provider: %s', (header, type, name) => {
    const [found] = recogniseErrors(`${header}\n  creating S3 Bucket (acme-exports): BucketAlreadyExists: x`)
    expect(found?.places[0]?.resource).toEqual({ type, name, id: 'acme-exports' })
  })

  it('gives no resource that only runs beside the message, and not the stack', () => {
    for (const header of ['+ aws:iam:Role worker creating (2s)', 'pulumi:pulumi:Stack (shop-prod):', '']) {
      const [found] = recogniseErrors(`${header}\nerror: BucketAlreadyExists: x`)
      expect(found?.places).toEqual([{ line: 2, found: {} }])
    }
  })

  it('finds only the more specific message when one contains the other', () => {
    expect(idsOf('[403] The provided update token has expired')).toEqual(['token-expired'])
    expect(idsOf('could not deserialize deployment: [503]')).toEqual(['server-error'])
    expect(idsOf('[409] snapshot has cyclic dependencies, you are using')).toEqual(['cycle', 'stack-limit']) // only next to
  })

  it('accepts a log in pieces of any size', () => {
    const whole = texts.map(([text]) => text).join('\n')
    const expected = recogniseErrors(whole)
    for (const size of [1, 7, 1000]) {
      const recogniser = createRecogniser()
      for (let at = 0; at < whole.length; at += size) recogniser.push(whole.slice(at, at + size))
      expect(recogniser.end()).toEqual(expected)
    }
  })

  it('gives the line number of a message, even far down', () => {
    const [first] = recogniseErrors(`${'nothing to see here\n\n'.repeat(20_000)}snapshot has cyclic dependencies`)
    expect(first).toMatchObject({ id: 'cycle', places: [{ line: 40_001 }] })
  })

  it.each([
    'the stack is currently locked by ',
    "invalid character '",
    'AccessDenied ',
    `${' '.repeat(1000)}x`,
    '+ 1 to create ',
    '\u001B]',
    '<{%',
    "resource '",
    `${URN}'s `,
    '│',
    '\r',
    'a\t',
  ])('takes linear time when a log repeats %j', (evil) => {
    const reading = (length: number) => {
      const text = evil.repeat(Math.ceil(length / evil.length))
      return () => recogniseErrors(text)
    }
    expect(growth(50_000, reading)).toBeLessThan(LINEAR)
  })
})
