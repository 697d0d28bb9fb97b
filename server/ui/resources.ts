import type { ResourceDetail, ResourceRow } from '#contract/resources.ts'
import type { Deployment, Resource } from '#domain/checkpoint.ts'
import { toColumns } from '#domain/graph.ts'
import { maskResource, maskValue } from '#domain/secrets.ts'
import { urnName } from '#domain/urn.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/problems.ts'
import { refOf } from '../service/names.ts'
import type { Handlers } from './handlers.ts'
import { findStack, findState } from './lookup.ts'

/** The entries of a state: the list, one of them, the graph. */
export const resourceHandlers = (deps: Deps): Pick<Handlers, 'resourceList' | 'resourceView' | 'graph'> => ({
  resourceList: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { document, version } = await findState(deps, reader, stack, query.version)
      const { deployment } = document
      const toRow = rowMaker(deployment)
      const live = new Set((deployment.resources ?? []).filter((entry) => !entry.delete).map((entry) => entry.urn))
      return {
        stack: refOf(stack),
        version,
        resources: (deployment.resources ?? []).map(toRow),
        pending: (deployment.pending_operations ?? []).map(({ type, resource }, index) => ({
          index,
          type,
          urn: resource.urn,
          name: urnName(resource.urn),
          resourceType: resource.type,
          isLive: live.has(resource.urn),
        })),
      }
    }),

  resourceView: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { document } = await findState(deps, reader, stack, query.version)
      return toDetail(document.deployment, query.urn, query.index)
    }),

  graph: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { document, version } = await findState(deps, reader, stack, query.version)
      return toColumns(refOf(stack), version, document.deployment)
    }),
})

/** Makes rows of entries; the pending operations are looked up once for all of them. */
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
    initErrors: (resource.initErrors ?? []).length > 0,
    view: Boolean(resource.viewOf),
  } satisfies Record<ResourceRow['flags'][number], boolean | undefined>
  const flags = Object.keys(isSet) as (keyof typeof isSet)[] // an object literal has the keys of its type
  return flags.filter((flag) => isSet[flag])
}

/** The entry that was asked for: at its place if that still holds the URN, else the live one, else any. */
function findEntry(resources: readonly Resource[], urn: string, index: number | undefined): number {
  if (index !== undefined && resources[index]?.urn === urn) return index
  const live = resources.findIndex((entry) => entry.urn === urn && !entry.delete)
  return live >= 0 ? live : resources.findIndex((entry) => entry.urn === urn)
}

function toDetail(deployment: Deployment, urn: string, index: number | undefined): ResourceDetail {
  const resources = deployment.resources ?? []
  const at = findEntry(resources, urn, index)
  const entry = resources[at]
  if (entry === undefined) throw new ApiError('not_found', 'This state has no such resource.', { params: { urn } })
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

/** Keys that the detail shows under a name of its own; all others are `rest`. */
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
