import { preview, refreshTarget } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const cloudfrontEtag: KnownProblem = {
  id: 'cloudfront-etag',
  group: 'clouds',
  order: 3,
  title: 'CloudFront: PreconditionFailed, a stale ETag',
  words: '412 distribution aws',
  recoveries: ['refresh-etag'],
  runs: { result: 'failed' },
  docs: {
    documented: 'Edit the etag in the JSON',
    does: 'Refreshes that one resource',
    refuses: 'To change more than the ETag',
  },
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
  errors: [
    {
      id: 'stale-etag',
      fragments: [
        {
          says: "PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields",
          when: 'aws:cloudfront/distribution:Distribution, and others that carry a version mark',
        },
      ],
      title: 'The resource was changed outside Pulumi',
      where: 'AWS CloudFront and the like',
    },
  ],
}
