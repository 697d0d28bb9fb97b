import { sameJson } from '../json/sameJson.ts'
import { maskProperties } from '../state/secrets.ts'
import type { PendingOperation } from '../state/checkpoint.ts'

/** Operations by their position: those that the former version has too, and those that it may have. */
export type Carried = { carried: ReadonlySet<number>; unclear: ReadonlySet<number> }

/**
 * Which operations of a version were already in the version before. A run puts its own before those that it found
 * (docs/protocol.md, Replay), so that positions say nothing; what an operation intends tells them apart. Of equal ones
 * the last are the old ones. If the former version has more of them, nobody knows which are left.
 */
export function carriedOperations(later: readonly PendingOperation[], former: readonly PendingOperation[]): Carried {
  const carried = new Set<number>()
  const unclear = new Set<number>()
  const before = groups(former)
  for (const [name, open] of groups(later)) {
    for (const { intended, at } of equalOnes(open)) {
      const count = (before.get(name) ?? []).filter((each) => sameJson(each.intended, intended)).length
      if (count > at.length) for (const index of at) unclear.add(index)
      else for (const index of at.slice(at.length - count)) carried.add(index)
    }
  }
  return { carried, unclear }
}

type Intent = { at: number; intended: unknown }

/** The operations by their kind and URN. Secrets are masked: the engine may have encrypted them again. */
function groups(operations: readonly PendingOperation[]): Map<string, Intent[]> {
  const found = new Map<string, Intent[]>()
  for (const [at, { type, resource }] of operations.entries()) {
    const name = `${type} ${resource.urn}`
    const intent = { at, intended: maskProperties(resource.inputs ?? {}) }
    const group = found.get(name)
    if (group) group.push(intent)
    else found.set(name, [intent])
  }
  return found
}

function equalOnes(intents: readonly Intent[]): { intended: unknown; at: number[] }[] {
  const found: { intended: unknown; at: number[] }[] = []
  for (const { at, intended } of intents) {
    const equal = found.find((each) => sameJson(each.intended, intended))
    if (equal) equal.at.push(at)
    else found.push({ intended, at: [at] })
  }
  return found
}
