import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'

export const BUCKET = 'aws:s3/bucket:Bucket'

/** Names and entries of a stack's resources, for tests: of one type, unless an entry has another. */
export function sampleEntries({ stack = 'prod', type: usual = BUCKET, idOf = (name: string) => `${name}-id` } = {}) {
  const urn = (name: string, type = usual) => `urn:pulumi:${stack}::shop::${type}::${name}`
  const entry = (name: string, more: Partial<Resource> = {}): Resource => ({
    urn: urn(name, more.type),
    type: usual,
    custom: true,
    id: idOf(name),
    ...more,
  })
  const root: Resource = {
    urn: urn(`shop-${stack}`, 'pulumi:pulumi:Stack'),
    type: 'pulumi:pulumi:Stack',
    custom: false,
  }
  return { urn, entry, root }
}

/** A state of these entries, with more fields of its deployment. */
export const sampleState = (resources: Resource[], more: object = {}): StateDocument => ({
  version: 3,
  deployment: { resources, ...more },
})
