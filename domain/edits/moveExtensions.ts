import type { EditProblem } from '#contract/edits.ts'
import type { Deployment, Resource } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { error } from './edit.ts'

type Extensions = Deployment['extensions']

/**
 * The extension blobs of both states after a move, as `pulumi state move` leaves them: those that the moved entries
 * refer to are added to the destination, and removed from the source unless an entry there still refers to them. A name
 * is the hash of its blob, so a different blob under the same name is refused.
 */
export function moveExtensions(
  source: Deployment,
  destination: Deployment,
  moved: readonly Resource[],
  staying: readonly Resource[],
): { source: Extensions; destination: Extensions; problems: EditProblem[] } {
  const names = namesIn(moved)
  const arriving = Object.entries(source.extensions ?? {}).filter(([name]) => names.has(name))
  const there = destination.extensions ?? {}
  const taken = arriving.flatMap(([name, blob]) =>
    Object.hasOwn(there, name) && !sameJson(there[name], blob) ? [name] : [],
  )
  const problems = taken.map((name) => error('extensionTaken', `The destination has another extension blob ${name}.`))
  const used = namesIn([...staying, ...(source.pending_operations ?? []).map(({ resource }) => resource)])
  const left = Object.entries(source.extensions ?? {}).filter(([name]) => !names.has(name) || used.has(name))
  const isNew = arriving.some(([name]) => !Object.hasOwn(there, name))
  return {
    source: left.length < Object.keys(source.extensions ?? {}).length ? orNone(left) : source.extensions,
    destination: isNew ? { ...there, ...Object.fromEntries(arriving) } : destination.extensions,
    problems,
  }
}

/**
 * The extension blobs of a state to which entries of a former one return: with those that they refer to, without which
 * the engine stops at the entry. The same object if none is missing.
 */
export function withExtensionsOf(present: Deployment, former: Deployment, back: readonly Resource[]): Extensions {
  const names = namesIn(back)
  const there = present.extensions ?? {}
  const missing = Object.entries(former.extensions ?? {}).filter(
    ([name]) => names.has(name) && !Object.hasOwn(there, name),
  )
  return missing.length > 0 ? { ...there, ...Object.fromEntries(missing) } : present.extensions
}

const namesIn = (entries: readonly Resource[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ extensionRef }) => extensionRef || []))

const orNone = (entries: [string, unknown][]): Extensions =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined
