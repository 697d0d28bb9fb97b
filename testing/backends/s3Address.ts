import type { S3Address } from '#domain/backends/storeAddress.ts'

/** An address of S3 without parameters, and these changes. */
export const s3Address = (changes: Partial<S3Address>): S3Address => ({
  kind: 's3',
  bucket: 'acme-state',
  prefix: '',
  region: undefined,
  profile: undefined,
  role: undefined,
  isAnonymous: false,
  endpoint: undefined,
  isHostFixed: false,
  usesPathStyle: false,
  usesDualStack: false,
  usesFips: false,
  usesAccelerate: false,
  disablesHttps: false,
  requestChecksums: undefined,
  responseChecksums: undefined,
  encryption: undefined,
  kmsKey: undefined,
  ...changes,
})
