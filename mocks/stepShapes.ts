import type { Resource } from '#domain/state/checkpoint.ts'
import { childQualifiedType, makeUrn, parseUrn } from '#domain/state/urn.ts'

export type Ref = { org: string; project: string; stack: string }

/** A resource that a program declares; its URN follows from stack, parent, type and name. */
export type Spec = {
  type: string
  name: string
  parent?: string | undefined
  inputs?: Record<string, unknown>
  outputs?: Record<string, unknown>
  dependencies?: string[]
  propertyDependencies?: Record<string, string[]>
  /** False for components. */
  custom?: boolean | undefined
  id?: string
  provider?: string
  protect?: boolean
}

export type OpType = 'creating' | 'updating' | 'deleting' | 'reading' | 'importing'
/** Its name in engine events. */
export const EVENT_OP: Record<OpType, string> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

type Named = Pick<Spec, 'type' | 'name' | 'parent'>

export function urnIn({ project, stack }: Ref, { type, name, parent }: Named): string {
  const above = parent === undefined ? '' : (parseUrn(parent)?.qualifiedType ?? '')
  return makeUrn({ stack, project, qualifiedType: childQualifiedType(above, type), name })
}

/** The entry of a resource in the state, before or after its provider was called. */
export const entryOf = (ref: Ref, spec: Spec, isFinished: boolean): Resource => ({
  urn: urnIn(ref, spec),
  custom: spec.custom ?? true,
  type: spec.type,
  ...(isFinished && spec.custom !== false ? { id: spec.id ?? `${spec.name}-id` } : {}),
  ...(spec.inputs ? { inputs: spec.inputs } : {}),
  ...(isFinished ? { outputs: { ...spec.inputs, ...spec.outputs } } : {}),
  ...(spec.parent ? { parent: spec.parent } : {}),
  ...(spec.protect ? { protect: true } : {}),
  ...(spec.dependencies?.length ? { dependencies: spec.dependencies } : {}),
  ...(spec.provider ? { provider: spec.provider } : {}),
  ...(spec.propertyDependencies ? { propertyDependencies: spec.propertyDependencies } : {}),
})

const described = (state: Resource) => ({
  type: state.type,
  urn: state.urn,
  id: state.id ?? '',
  parent: state.parent ?? '',
  provider: state.provider ?? '',
  inputs: state.inputs ?? {},
  outputs: state.outputs ?? {},
  custom: state.custom,
})

/** What an engine event says of a step. */
export const metadataOf = (type: OpType, resource: Resource, old: Resource | undefined) => ({
  op: EVENT_OP[type],
  urn: resource.urn,
  type: resource.type,
  provider: resource.provider ?? '',
  old: old ? described(old) : null,
  new: type === 'deleting' ? null : described(resource),
  detailedDiff: null,
  logical: true,
})
