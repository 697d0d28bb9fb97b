import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { makeUrn } from '#domain/state/urn.ts'

/** The stack of most points, the same as in the recordings. */
export const STACK = { org: 'organization', project: 'shop', stack: 'prod' }
export const AT = '/api/stacks/organization/shop/prod'

export const CONFLICT = '[409] Conflict: Another update is currently in progress.'
export const EXPIRED = '[403] The provided update token has expired.'

export const bucket = (name: string) => ({ type: 'aws:s3/bucket:Bucket', name, inputs: { bucket: `${name}-4711` } })

export const bucketUrn = (name: string, stack = STACK.stack, project = STACK.project) =>
  makeUrn({ stack, project, qualifiedType: 'aws:s3/bucket:Bucket', name })

export const bucketState = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: bucketUrn(name),
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: `${name}-id`,
  inputs: { bucket: `${name}-4711` },
  outputs: { bucket: `${name}-4711` },
  ...more,
})

export const documentOf = (...resources: Resource[]): StateDocument => ({
  version: 3,
  deployment: { manifest: { time: '2026-01-02T03:04:05Z', magic: '', version: '' }, resources },
})

/** A state without the fields that the server sets. */
export const content = ({ deployment, ...document }: StateDocument) => {
  const { manifest: _manifest, ...rest } = deployment
  return { ...document, ...rest }
}

export const names = ({ deployment }: StateDocument): string[] =>
  (deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1) ?? '')

export const pending = ({ deployment }: StateDocument): string[] =>
  (deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.urn.split('::').at(-1)}`)

/** An update as `stack history` reads it. */
export type Listed = {
  kind: string
  result: string
  version: number
  startTime: number
  endTime: number
  message: string
  environment: Record<string, string>
  config: Record<string, { string: string; secret: boolean; object: boolean }>
  resourceChanges: Record<string, number>
  resourceCount?: number
}
export type History = { updates: Listed[] }
export type Page = { updates: { updateID: string; info: Listed }[]; total: number }
export type StackList = { stacks: Listing[]; continuationToken: string | null }
export type Listing = { projectName: string; stackName: string; lastUpdate?: number; resourceCount: number }
export type StackView = {
  activeUpdate: string
  version: number
  tags: Record<string, string>
  currentOperation?: { kind: string; author: string; started: number }
}

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
/** A secret as a state holds it. */
export const secretOf = (ciphertext: string) => ({ ...SECRET, ciphertext })

/** Base64 of a text's UTF-8 bytes, as the CLI sends values. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
