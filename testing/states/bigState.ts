import type { StateDocument } from '#domain/state/checkpoint.ts'

const TYPE = 'aws:s3/bucket:Bucket'

export const bucketUrn = (index: number) => `urn:pulumi:big::shop::${TYPE}::bucket-${index}`

/** A state of so many resources, of 1 kB each. */
export function bigState(resources: number): StateDocument {
  const outputs = (index: number) => ({
    arn: `arn:aws:s3:::bucket-${index}`,
    text: `${index} `.repeat(300).slice(0, 700),
  })
  const all = Array.from({ length: resources }, (_, index) => ({
    urn: bucketUrn(index),
    type: TYPE,
    custom: true,
    id: `bucket-${index}`,
    outputs: outputs(index),
    ...(index > 0 && { dependencies: [bucketUrn(index >> 1)] }),
  }))
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  return { version: 3, deployment: { manifest, resources: all } }
}
