import type { StackRef } from '#contract/common.ts'
import type { ResourceDetail, ResourceList, ResourceRow } from '#contract/resources.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { maskResource, maskValue } from './secrets.ts'
import { hasReportedErrors } from './unhealthy.ts'
import { hasUnknownOutputs } from './unknownOutputs.ts'
import { urnName } from './urn.ts'

/** The entries of a state without their properties, and its pending operations. */
export function resourceList(stack: StackRef, version: number, deployment: Deployment): ResourceList {
  const toRow = rowMaker(deployment)
  return { stack, version, resources: (deployment.resources ?? []).map(toRow), pending: pendingRows(deployment) }
}

/** The pending operations of a state. */
export function pendingRows(deployment: Deployment): ResourceList['pending'] {
  const live = new Set((deployment.resources ?? []).filter((entry) => !entry.delete).map((entry) => entry.urn))
  return (deployment.pending_operations ?? []).map(({ type, resource }, index) => ({
    index,
    type,
    urn: resource.urn,
    name: urnName(resource.urn),
    resourceType: resource.type,
    isLive: live.has(resource.urn),
  }))
}

/** Returns a function that makes rows of entries; pending operations are looked up once for all rows. */
function rowMaker(deployment: Deployment): (resource: Resource, index: number) => ResourceRow {
  const pending = new Map((deployment.pending_operations ?? []).map(({ type, resource }) => [resource.urn, type]))
  return (resource, index) => ({
    index,
    urn: resource.urn,
    name: urnName(resource.urn),
    type: resource.type,
    parent: resource.parent || null,
    id: resource.id || null,
    custom: resource.custom === true,
    provider: resource.provider || null,
    flags: flagsOf(resource),
    pending: pending.get(resource.urn) ?? null,
  })
}

const flagsOf = (resource: Resource): ResourceRow['flags'] => {
  const isSet = {
    protect: resource.protect,
    external: resource.external,
    delete: resource.delete,
    pendingReplacement: resource.pendingReplacement,
    taint: resource.taint,
    retainOnDelete: resource.retainOnDelete,
    initErrors: hasReportedErrors(resource),
    view: Boolean(resource.viewOf),
    unknownOutputs: hasUnknownOutputs(resource),
  } satisfies Record<ResourceRow['flags'][number], boolean | undefined>
  const flags = Object.keys(isSet) as (keyof typeof isSet)[] // an object literal has the keys of its type
  return flags.filter((flag) => isSet[flag])
}

/** An entry by its URN and, if several share it, its index in the list. */
export type EntryPlace = { urn: string; index?: number | undefined }

/**
 * Index of the requested entry: at `index` if that entry still has the URN, else the live one, else any; -1 if there is
 * none.
 */
export function findEntry(resources: readonly Resource[], { urn, index }: EntryPlace): number {
  if (index !== undefined && resources[index]?.urn === urn) return index
  const live = resources.findIndex((entry) => entry.urn === urn && !entry.delete)
  return live >= 0 ? live : resources.findIndex((entry) => entry.urn === urn)
}

/** One entry with its properties, secrets masked; null if the state has no such entry. */
export function resourceDetail(deployment: Deployment, place: EntryPlace): ResourceDetail | null {
  const { urn } = place
  const resources = deployment.resources ?? []
  const at = findEntry(resources, place)
  const entry = resources[at]
  if (entry === undefined) return null
  const { inputs, outputs, rest } = apart(maskResource(entry))
  const others = resources.filter((_, other) => other !== at)
  return {
    row: rowMaker(deployment)(entry, at),
    inputs: inputs ?? {},
    outputs: outputs ?? {},
    dependencies: entry.dependencies ?? [],
    propertyDependencies: Object.fromEntries(
      Object.entries(entry.propertyDependencies ?? {}).map(([property, urns]) => [property, urns ?? []]),
    ),
    deletedWith: entry.deletedWith || null,
    dependents: [...new Set(others.filter((other) => dependsOn(other, urn)).map((other) => other.urn))],
    children: [...new Set(others.filter((other) => other.parent === urn).map((other) => other.urn))],
    initErrors: entry.initErrors ?? [],
    created: entry.created ?? null,
    modified: entry.modified ?? null,
    sourcePosition: entry.sourcePosition ?? null,
    rest,
  }
}

const dependsOn = ({ dependencies, propertyDependencies, deletedWith }: Resource, urn: string): boolean =>
  dependencies?.includes(urn) === true ||
  deletedWith === urn ||
  Object.values(propertyDependencies ?? {}).some((urns) => urns?.includes(urn))

/** Keys with a field of their own in the detail; all others are in `rest`. */
const SHOWN = new Set(
  [
    ['urn', 'type', 'custom', 'id', 'parent', 'provider', 'inputs', 'outputs', 'dependencies', 'propertyDependencies'],
    ['deletedWith', 'initErrors', 'created', 'modified', 'sourcePosition'],
    ['protect', 'external', 'delete', 'pendingReplacement', 'taint', 'retainOnDelete'],
  ].flat(),
)

function apart(resource: Resource) {
  const rest = Object.entries(resource).filter(([key]) => !SHOWN.has(key))
  return {
    inputs: resource.inputs,
    outputs: resource.outputs,
    rest: Object.fromEntries(rest.map(([key, value]) => [key, maskValue(value)])),
  }
}
