import { expect, it } from 'vitest'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recogniseErrors } from './recogniseErrors.ts'

const URN = 'urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs'
const PENDING = [
  'clear-operations',
  'clear-create',
  'adopt-create',
  'discard-create',
  'compare-create',
  'resolve-operations',
] as const
const INTEGRITY = ['fix-references', 'restore-provider', 'resolve-duplicates', 'fix-entry', 'break-cycle'] as const

/** The recoveries for each text; none if the text is only explained. */
const ways: readonly (readonly [text: string, recoveries: readonly RecoveryId[]])[] = [
  ['[409] Conflict: Another update is currently in progress.', ['cancel-update', 'release-lease']],
  ['/troubleshooting/common-issues/update-conflicts/', ['cancel-update', 'release-lease']],
  ['/docs/troubleshooting/#conflict', ['cancel-update', 'release-lease']],
  ['another update is currently in progress or was interrupted; try again later', ['cancel-update', 'release-lease']],
  ['calling API: [400] another update is currently in progress', ['cancel-update', 'release-lease']],
  ['[400] Bad Request: the update has already completed', ['nothing-to-cancel']],
  ['[409] Conflict: The Update has already completed', ['nothing-to-cancel']],
  [
    'The Update has not started or The Update has been cancelled or The Update has already completed',
    ['nothing-to-cancel'],
  ],
  ['stack dev has never been updated', ['nothing-to-cancel']],
  ['[400] Bad Request: decoding JSON: EOF', ['nothing-to-cancel']],
  ["stack 'dev' already exists", []],
  ['[409] Conflict: you are using 5 stacks', []],
  ["failed to complete update: [409] Stack 'dev' is not locked by update id", ['lost-lease']],
  ['[403] The provided update token has expired', ['lost-lease']],
  ['renewing lease: token expired: [403]', ['lost-lease']],
  ["[404] Not Found: Update '1' not found", ['lost-lease']],
  ['[500] Internal Server Error', ['lost-lease']],
  ['could not deserialize deployment: [503]', ['lost-lease']],
  ['performing HTTP request: dial tcp: connection refused', ['fix-network']],
  ['pulumi service: request rate-limit exceeded', []],
  ['API call failed (x) could not read response', []],
  ['the stack is currently locked by 1 lock(s)', ['remove-lock-file']],
  ['there was a problem deleting the lock at X, manual clean up may be required', ['remove-lock-file']],
  ['error: unexpected end of JSON input', ['remove-lock-file']],
  ["This will irreversibly cancel the currently running update for 'dev'!", ['cancel-update']],
  ['the current deployment has 2 resource(s) with pending operations: x refusing to proceed', PENDING],
  ['Attempting to deploy or update resources with 2 pending operations from previous deployment', PENDING],
  ['interrupted while creating', ['clear-create', 'adopt-create', 'discard-create', 'compare-create']],
  ['interrupted while updating', ['clear-operations']],
  ['interrupted while deleting', ['clear-operations']],
  ['interrupted while reading', ['clear-operations']],
  ["stack's resources are in an unknown state due to an interrupted update", ['resolve-unknown-state']],
  [`removing pending operation 'creating' on '${URN}' from snapshot`, ['resolve-operations']],
  ['^C received; terminating', ['release-lease']],
  ['SIGTERM received; terminating', ['release-lease']],
  ['error: update failed', []],
  ['pre-step event returned an error: x', ['fix-step-error']],
  ['post-step event returned an error: x', ['fix-step-error']],
  ['failed to save snapshot: no space left on device', ['fix-step-error']],
  ['after mutation of snapshot', ['fix-step-error']],
  ['failed to verify snapshot: x', ['fix-step-error']],
  ['snapshot integrity failure; it was already written, but is invalid (backup available at X)', ['fix-step-error']],
  ['writing snapshot: x', ['fix-step-error']],
  ['snapshot integrity failure; refusing to use it:', INTEGRITY],
  ['The Pulumi CLI encountered a snapshot integrity error. This is a bug!', INTEGRITY],
  ['state file contains errors: x importing this file could be dangerous', INTEGRITY],
  ['resource a parent b comes after it', ['fix-references']],
  ['child resource a refers to missing parent b', ['fix-references']],
  ['refers to missing dependency', ['fix-references']],
  ['resource a is specified as being replaced with b, which is missing', ['fix-references']],
  [`resource ${URN} refers to unknown provider x`, ['restore-provider']],
  ['failed to parse provider reference x', ['fix-entry']],
  ['provider x is not referenceable', ['fix-entry']],
  [`duplicate resource ${URN} (not marked for deletion)`, ['resolve-duplicates']],
  ['magic cookie mismatch', ['fix-entry']],
  ["missing required 'urn' field", ['fix-entry']],
  ["missing required 'type' field", ['fix-entry']],
  ['non-empty ID', ['fix-entry']],
  ['snapshot has cyclic dependencies', ['break-cycle']],
  ['Failed to repair the snapshot automatically', ['break-cycle']],
  ['state edit produced an invalid snapshot', ['fix-references']],
  ['snippet at index 2', ['fix-entry']],
  ['duplicate snippet uuid', ['fix-entry']],
  [`resource '${URN}' is from a different stack (a != b)`, ['rewrite-foreign-state']],
  ['failed to load checkpoint: unexpected EOF', ['restore-checkpoint']],
  ['An IO error occurred while writing the new snapshot file', ['fix-step-error']],
  ['An IO error occurred while marshalling the checkpoint', ['fix-step-error']],
  ['is newer than what this version of the Pulumi CLI understands', ['upgrade-cli']],
  ['uses features that are not supported', ['upgrade-cli']],
  ['is too old to be used', ['upgrade-cli']],
  [`unexpected duplicate resource '${URN}'`, ['resolve-duplicates']],
  [`Duplicate resource URN '${URN}'; try giving it a unique name`, []],
  ["Two resources ('a' and 'b') aliased to the same", []],
  [
    "no resource plugin 'pulumi-resource-aws' found in the workspace at version v6.1.0 or on your $PATH",
    ['install-plugin'],
  ],
  [
    "Could not automatically download and install resource plugin 'pulumi-resource-x' at version v1.0.0, install the plugin using",
    ['install-plugin'],
  ],
  ['403 HTTP error fetching plugin', ['install-plugin']],
  ['404 HTTP error fetching plugin', ['install-plugin']],
  ['could not load provider for resource', ['install-plugin', 'restore-provider']],
  [`bad provider reference 'x' for resource '${URN}'`, ['restore-provider']],
  [`unknown provider 'x' for resource '${URN}'`, ['restore-provider']],
  [`resource "${URN}" cannot be deleted because it is protected.`, ['remove-protection']],
  [`unable to delete resource "${URN}" as it is currently marked for protection`, ['remove-protection']],
  ['refusing to delete protected resource', ['remove-protection']],
  [`Cannot delete parent resource 'x' without also deleting child '${URN}'`, ['finish-destroy']],
  [`${URN} can't be safely deleted because it is protected`, ['remove-protection']],
  ['DependencyViolation', ['finish-destroy']],
  ['BucketNotEmpty', ['finish-destroy']],
  ['Lambda was unable to delete x because it is a replicated function', ['finish-destroy']],
  ['AccessDenied', ['finish-destroy']],
  [
    "PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields",
    ['refresh-etag'],
  ],
  ["'dev' still has resources; removal rejected", []],
  ['provided project name "x" doesn\'t match Pulumi.yaml', ['rename-stack']],
  [
    'passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables',
    ['fix-secrets'],
  ],
  ['incorrect passphrase', ['fix-secrets']],
  ['constructing secrets manager of type "cloud":', ['fix-secrets']],
  ["failed to decrypt encrypted configuration value 'K' x refusing to proceed", ['fix-secrets']],
  ['snapshot contains encrypted secrets but no secrets manager could be found', ['fix-secrets']],
  ['malformed secret value', ['fix-entry']],
  ['Found legacy stack files in state store', ['upgrade-backend']],
  ['Legacy DIY state is deprecated', ['upgrade-backend']],
  ['corrupt store: unmarshal', ['restore-checkpoint']],
  ["state store unsupported: 'meta.yaml' version", ['restore-checkpoint']],
  ['Ingress .status.loadBalancer field was not updated with a hostname/IP address', ['fix-unhealthy']],
  ['Refreshed resource is in an unhealthy state', ['fix-unhealthy']],
  ['Synchronous call made to "x" with an unregistered provider', []],
  ['Updating (dev):\nResources:\n', ['fix-network']],
]

it.each(ways.map(([text, recoveries]) => ({ text, recoveries })))(
  '$text leads to $recoveries',
  ({ text, recoveries }) => {
    const known = recogniseErrors(text)
    expect(known.length).toBeGreaterThan(0)
    const led = new Set(known.flatMap((each) => each.recoveries))
    expect(recoveries.filter((recovery) => !led.has(recovery))).toEqual([])
    expect(recoveries.length > 0 || led.size === 0).toBe(true)
  },
)

it('has no suggestion for an unknown message', () => {
  expect(recogniseErrors('error: the moon is in the wrong house')).toEqual([])
})
