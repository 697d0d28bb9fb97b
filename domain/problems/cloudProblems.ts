import { preview, refreshPreview, refreshTarget } from '#domain/commands.ts'
import { copyFirst, type Problem, pulumi } from './problem.ts'

export const cloudProblems: readonly Problem[] = [
  {
    id: 'plugin-missing',
    sees: [
      {
        says: "no resource plugin 'pulumi-resource-aws' found in the workspace at version v6.1.0 or on your $PATH",
        when: 'after CLI 3.68',
      },
      {
        says: "could not load plugin for aws provider 'urn:x': no resource plugin 'aws-v0.16.2' found in the workspace or on your $PATH",
        when: 'up to CLI 3.68',
      },
      {
        says: "Could not automatically download and install resource plugin 'pulumi-resource-aws' at version v6.1.0, install the plugin using",
        when: 'CLI 3.59 and later',
      },
      { says: '403 HTTP error fetching plugin', when: 'rate limit, private, or not built for this platform' },
    ],
    means: 'The state needs a provider version that this machine does not have and could not download.',
    first: {
      say: 'Install the version that the message names.',
      run: () => ['pulumi plugin install resource NAME vVERSION', 'pulumi plugin ls'],
    },
    causes: [
      {
        cause: 'CI has an empty cache and no network',
        sign: 'It works on the laptop',
        so: 'Put the plugin in the image, or keep the cache',
      },
      {
        cause: 'Not built for this platform',
        sign: '403 on an arm64 machine, an old version',
        so: 'Upgrade the package, and run pulumi up once on x86-64',
      },
      { cause: 'Private, or somewhere else', sign: '404', so: 'Give its address with --server' },
      {
        cause: 'The old version stays in the state',
        sign: 'The package is newer than the message',
        so: 'pulumi up with the new package updates the entries',
      },
    ],
    steps: [
      {
        say: 'From somewhere else:',
        run: () => ['pulumi plugin install resource NAME vVERSION --server https://YOUR-SERVER'],
      },
      { say: 'Then:', run: (stack) => [preview(stack)] },
    ],
    never: [
      {
        what: 'changing the version in the state to whatever is installed',
        why: 'an older plugin misreads what a newer one wrote',
      },
    ],
    here: 'Resources, filtered by “provider”, shows each provider of the state with its version and who uses it.',
  },
  {
    id: 'provider-downgraded',
    sees: [
      { sees: 'A preview shows changes that no one made, or can’t read what is in the state' },
      { sees: 'The package’s version in the program is lower than the provider’s in the state' },
    ],
    means: 'The state was written by a newer version of the provider; the program asks for an older one.',
    first: {
      say: 'Upgrade the package to at least the version in the state.',
      run: (stack) => ['npm install @pulumi/NAME@VERSION', preview(stack)],
    },
    causes: [
      { cause: 'A lock file was not committed', sign: 'Laptop and CI use different versions', so: 'Commit it' },
      {
        cause: 'A branch with an older package was deployed',
        sign: 'The last update came from another branch',
        so: 'Merge, and deploy again',
      },
      {
        cause: 'It has to stay older',
        sign: 'the new version has a fault',
        so: 'Within one major version only; edit the provider entry’s version, then preview',
      },
    ],
    steps: [{ say: 'Which versions are where?', run: (stack) => ['pulumi plugin ls', ...copyFirst(stack)] }],
    never: [{ what: 'going back over a major version', why: 'properties have moved, and the plugin reads them wrong' }],
    here: 'The history names the branch and the commit of each update; Resources shows the provider’s version in the state.',
  },
  {
    id: 'cloudfront-etag',
    sees: [
      {
        says: "PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields",
        when: 'aws:cloudfront/distribution:Distribution, and others that carry a version mark',
      },
    ],
    means:
      'The resource was changed outside Pulumi, so the ETag in the state is older than the cloud’s. Nothing is damaged.',
    first: {
      say: 'Refresh that one resource.',
      run: (stack) => [refreshTarget(stack, 'URN')],
    },
    causes: [
      {
        cause: 'Changed in the console, or by another tool',
        sign: 'A refresh shows other differences too',
        so: 'Decide which is right before up',
      },
      { cause: 'An update was interrupted', sign: 'The resource is pending', so: 'Resolve that first' },
    ],
    steps: [
      { say: 'What the cloud has now:', run: () => ["aws cloudfront get-distribution --id 'ID' --query ETag"] },
      { say: 'Then:', run: (stack) => [preview(stack)] },
    ],
    never: [{ what: 'editing more than etag by hand', why: 'the refresh above does the same, and checks it' }],
    here: 'The failed update’s page has the resource; its entry under Resources has the stored etag.',
  },
  {
    id: 'ingress-without-address',
    sees: [
      {
        says: 'Ingress .status.loadBalancer field was not updated with a hostname/IP address',
        when: 'kubernetes provider',
      },
      { says: 'Refreshed resource is in an unhealthy state', when: 'pulumi refresh' },
    ],
    means: 'The ingress exists; its controller did not publish an address in time. The next update tries again.',
    first: {
      say: 'Check whether the ingress has an address by now.',
      run: () => ['kubectl get ingress --all-namespaces -o wide'],
    },
    causes: [
      {
        cause: 'The controller does not publish it',
        sign: 'Traefik without an endpoint',
        so: 'Set kubernetes.ingressEndpoint (Traefik 1.7 and later)',
      },
      { cause: 'The load balancer is slow', sign: 'The address came later', so: 'Refresh, and it is healthy' },
      {
        cause: 'No controller for its class',
        sign: 'kubectl describe shows no events',
        so: 'Install one, or fix the class',
      },
      {
        cause: 'It is not needed',
        sign: 'Nothing reads the address',
        so: 'Annotate it with pulumi.com/skipAwait: "true"',
      },
    ],
    steps: [
      {
        say: 'When it has one:',
        run: (stack) => ['# Writes nothing.', refreshPreview(stack), pulumi(stack, 'refresh')],
      },
    ],
    never: [{ what: 'deleting it from the state', why: 'the next up fails with “already exists”' }],
    here: 'Resources marks it as unhealthy, with the provider’s message.',
  },
]
