import { z } from 'zod'
import { GraphColumns, GraphNotes, ResourceDetail, ResourceHistory, ResourceList } from '../resources.ts'
import { endpoint } from '../endpoint.ts'
import { stack, Version } from './shared.ts'

/** Resources and their graph. */
export const resourceEndpoints = {
  resourceList: endpoint({
    method: 'GET',
    path: `${stack}/resources`,
    access: 'reader',
    summary: 'The entries of a state, without properties.',
    query: Version,
    reply: ResourceList,
  }),
  resourceView: endpoint({
    method: 'GET',
    path: `${stack}/resource`,
    access: 'reader',
    summary: 'One entry with properties, secrets masked.',
    query: Version.extend({ urn: z.string(), index: z.coerce.number().int().optional() }),
    reply: ResourceDetail,
  }),
  resourceHistory: endpoint({
    method: 'GET',
    path: `${stack}/resource-history`,
    access: 'reader',
    summary: 'The updates that created and last changed the resources, as far as known from events.',
    reply: ResourceHistory,
  }),
  graph: endpoint({
    method: 'GET',
    path: `${stack}/graph`,
    access: 'reader',
    summary: 'The graph of a state as columns.',
    query: Version,
    reply: GraphColumns,
  }),
  graphNotes: endpoint({
    method: 'GET',
    path: `${stack}/graph-notes`,
    access: 'reader',
    summary: 'Additional data for overlays of the graph: times, pending operations, broken references.',
    query: Version,
    reply: GraphNotes,
  }),
} as const
