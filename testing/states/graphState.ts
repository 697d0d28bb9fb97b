import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { generateGraph, type Shape } from './generateGraph.ts'

/** A state as written by `pulumi stack export`, with the resources and dependencies of these columns. */
export function stateOf(graph: GraphColumns): unknown {
  const { names, types } = graph
  const typeOf = (i: number) => types[graph.type[i] ?? 0] ?? ''
  const urns = names.map((name, i) => `urn:pulumi:prod::shop::${typeOf(i)}::${name}`)
  const needs = new Map<number, string[]>()
  graph.edgeFrom.forEach((from, e) => needs.set(from, [...(needs.get(from) ?? []), urns[graph.edgeTo[e] ?? 0] ?? '']))
  const resources = names.map((name, i) => {
    const flags = graph.flags[i] ?? 0
    const isCustom = (flags & GRAPH_FLAG.custom) !== 0
    const provider = graph.provider[i] ?? -1
    return {
      urn: urns[i],
      type: typeOf(i),
      custom: isCustom,
      ...(isCustom && { id: `id-${i}` }),
      inputs: { name, tags: { team: 'platform', stage: 'prod' } },
      outputs: { arn: `arn:aws:thing:eu-central-1:123456789012:${name}` },
      ...((graph.parent[i] ?? -1) >= 0 && { parent: urns[graph.parent[i] ?? 0] }),
      ...(provider >= 0 && { provider: `${urns[provider]}::id-${provider}` }),
      ...(needs.has(i) && { dependencies: needs.get(i) }),
      ...(flags & GRAPH_FLAG.protect && { protect: true }),
      ...(flags & GRAPH_FLAG.initErrors && { initErrors: ['not ready after 10 min'] }),
    }
  })
  return { version: 3, deployment: { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources } }
}

export const generatedState = (shape: Shape, size: number, seed?: number): unknown =>
  stateOf(generateGraph(shape, size, seed))
