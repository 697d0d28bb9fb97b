import type { KnownError } from './problem.ts'

/** The message that closes the log of a run that failed: it names no cause. */
export const CLOSING_LINE = 'last-line'

/** Known messages that their card explains in full. */
export const errorsWithoutPage: readonly Omit<KnownError, 'recoveries'>[] = [
  {
    id: CLOSING_LINE,
    fragments: [
      'error: update canceled',
      'error: update failed',
      'error: preview failed',
      'update canceled',
      'update failed',
      'preview failed',
    ],
    title: 'The run failed or was cancelled',
    meaning: 'This is the last line; it doesn’t name the cause.',
    advice: 'The cause is further up: paste the whole log.',
    where: 'the end of any run',
  },
  {
    id: 'program-duplicate',
    fragments: ["Duplicate resource URN '{urn}'; try giving it a unique name"],
    title: 'The program declares a resource twice',
    meaning: 'Two resources of one type have the same name and parent in the program; the state is fine.',
    advice: 'Give one of them another name.',
    where: 'pulumi up, code 2001',
  },
  {
    id: 'alias-collision',
    fragments: ["Two resources ('{x}' and '{urn}') aliased to the same", 'have the same alias'],
    title: 'Aliases in the program collide',
    meaning: 'Two resources claim to have been the same one; the state is fine.',
    advice: 'Remove the alias from one of them.',
    where: 'pulumi up',
  },
  {
    id: 'credentials',
    fragments: [
      'ExpiredToken',
      'InvalidClientTokenId',
      'The security token included in the request is',
      'No valid credential sources',
      'could not find default credentials',
      'InvalidAuthenticationToken',
      'UnrecognizedClientException',
    ],
    title: 'The cloud doesn’t accept the credentials',
    meaning: 'They are missing, wrong or expired where Pulumi runs.',
    advice: 'Sign in to the cloud again, or renew the role of the CI; then run the command again.',
    where: 'a provider',
    isOfProvider: true,
  },
  {
    id: 'name-taken',
    fragments: [
      'BucketAlreadyOwnedByYou',
      'EntityAlreadyExists',
      'AlreadyExistsException',
      'ResourceAlreadyExists',
      'googleapi: Error 409',
    ],
    title: 'The name is already taken',
    meaning:
      'A resource with this name exists: created outside Pulumi, by another stack, or by an update that was interrupted.',
    advice:
      'If it is yours and no stack has it, import it. Otherwise choose another name, or leave the name out: Pulumi makes a unique one.',
    commands: 'import',
    where: 'a provider, when it creates a resource',
    isOfProvider: true,
  },
  {
    // Names of these are unique among all customers: S3 answers BucketAlreadyOwnedByYou for a bucket of the same account.
    id: 'name-taken-elsewhere',
    fragments: ['BucketAlreadyExists', 'StorageAccountAlreadyTaken'],
    title: 'Another account most likely has this name',
    meaning: 'Names of this kind are unique in the whole cloud, not only in an account, and this one is taken.',
    advice:
      'Choose another name, or leave the name out: Pulumi makes a unique one. If one of your accounts has it, only the credentials of that account can import it.',
    where: 'a provider, when it creates a resource',
    isOfProvider: true,
  },
  {
    id: 'throttled',
    fragments: ['Throttling: Rate exceeded', 'TooManyRequests', 'RequestLimitExceeded', 'StatusCode: 429', 'SlowDown'],
    title: 'Too many requests to the cloud',
    meaning:
      'The cloud limits how often an account may call it; this update, or something else in the account, called it too often.',
    advice: 'Run the command again, with fewer resources at a time: --parallel 4.',
    where: 'a provider',
    isOfProvider: true,
  },
  {
    id: 'quota',
    fragments: [
      'QuotaExceeded',
      'QUOTA_EXCEEDED',
      'VcpuLimitExceeded',
      'VpcLimitExceeded',
      'AddressLimitExceeded',
      'InstanceLimitExceeded',
    ],
    title: 'A quota of the account is used up',
    meaning: 'The cloud does not create more resources of this kind in this account and region.',
    advice: 'Delete what is no longer needed, or ask the cloud to raise the quota; then run the command again.',
    where: 'a provider, when it creates a resource',
    isOfProvider: true,
  },
  {
    id: 'unreachable',
    fragments: [
      'dial tcp {x}: connect: connection refused',
      'dial tcp {x}: i/o timeout',
      'dial tcp: lookup {x}: no such host',
      'dial tcp: lookup {x} on {y}: no such host',
    ],
    title: 'An address could not be reached',
    meaning:
      'Nothing listens there, a firewall is in between, or the name has no address, as seen from the machine that ran Pulumi.',
    advice:
      'Check that the target is running and reachable from that machine (VPN, allowed addresses); then run the command again.',
    where: 'a provider that connects to a database, a cluster or a host',
  },
  {
    id: 'hook-missing',
    fragments: ['hook "{x}" was not registered', 'hook {x} was not registered'],
    title: 'A hook is not registered',
    meaning: 'The state says that the resource runs this hook, and the program did not register it.',
    advice: 'Run the program with the hook: for a destroy or a refresh, add --run-program.',
    where: 'any update',
  },
  {
    id: 'sync-call',
    fragments: ['Synchronous call made to "{x}" with an unregistered provider'],
    title: 'A program for an old Node SDK calls too early',
    meaning: 'A call that should be synchronous needs a provider that is not registered yet; the state is fine.',
    advice: 'Call it asynchronously, register the provider first, or set pulumi:noSyncCalls.',
    where: 'Node SDK 1.x',
  },
  {
    id: 'sync-stack-reference',
    fragments: ['getOutputSync/requireOutputSync called on a StackReference whose name is a Promise/Output'],
    title: 'A program for an old Node SDK reads a stack reference too early',
    meaning: 'The name of the other stack is not known yet at that point; the state is fine.',
    advice: 'Use getOutput, or a plain string for the name.',
    where: 'old Node SDK',
  },
]
