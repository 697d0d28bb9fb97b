import type { Deployment, Resource } from '../state/checkpoint.ts'
import { maskProperties, SECRET_SIGNATURE } from '../state/secrets.ts'
import { sameJson } from '../json/sameJson.ts'

const REFERENCE_TYPE = 'pulumi:pulumi:StackReference'

/**
 * The outputs of another stack as read by the last update of a state, secrets masked, and the resources whose inputs
 * have the value of each; `unmatched` depend on the reference, and no value that can be compared is in their inputs.
 */
export type OutputRead = {
  name: string
  outputs: Record<string, unknown>
  uses: { output: string; urns: string[] }[]
  unmatched: string[]
}

/** The outputs in a state's StackReferences, by the names of the stacks. */
export function outputReads({ resources }: Deployment): OutputRead[] {
  return (resources ?? []).flatMap(({ urn, type, delete: isOld, inputs, outputs, id }) => {
    if (type !== REFERENCE_TYPE || isOld === true) return []
    const name = [inputs?.['name'], outputs?.['name'], id].find((each) => typeof each === 'string' && each !== '')
    const read = outputs?.['outputs']
    if (typeof name !== 'string' || typeof read !== 'object' || read === null || Array.isArray(read)) return []
    const secret = outputs?.['secretOutputNames']
    const secretNames = Array.isArray(secret) ? secret.filter((each) => typeof each === 'string') : []
    const masked = maskProperties({ ...read }, secretNames)
    return [{ name, outputs: masked, ...usesOf(resources ?? [], urn, masked) }]
  })
}

/** Shorter texts are in unrelated values by chance. */
const SHORTEST = 3

/** What a state says of the use of an output: no program is stored, only values and what they were made from. */
function usesOf(
  resources: readonly Resource[],
  reference: string,
  outputs: Record<string, unknown>,
): Pick<OutputRead, 'uses' | 'unmatched'> {
  const texts = Object.entries(outputs).flatMap(([output, value]) =>
    isSecret(value) ? [] : [{ output, value, parts: leavesOf(value).filter((text) => text.length >= SHORTEST) }],
  )
  const uses = new Map<string, string[]>()
  const unmatched: string[] = []
  for (const { urn, inputs, dependencies, propertyDependencies, delete: isOld } of resources) {
    if (isOld === true || !(dependencies ?? []).includes(reference)) continue
    const made = Object.entries(propertyDependencies ?? {}).flatMap(([name, from]) =>
      (from ?? []).includes(reference) ? [inputs?.[name]] : [],
    )
    const leaves = made.flatMap(leavesOf)
    const used = texts.filter(
      ({ value, parts }) =>
        made.some((each) => each !== undefined && sameJson(each, value)) ||
        parts.some((part) => leaves.some((leaf) => leaf.includes(part))),
    )
    if (used.length === 0) unmatched.push(urn)
    for (const { output } of used) {
      const known = uses.get(output)
      if (known) known.push(urn)
      else uses.set(output, [urn])
    }
  }
  return { uses: [...uses].map(([output, urns]) => ({ output, urns })), unmatched }
}

/** All texts in a value. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

const isSecret = (value: unknown): boolean => (JSON.stringify(value) ?? '').includes(SECRET_SIGNATURE)

export type OutputDifference = { output: string; how: 'changed' | 'added' | 'removed' }

/** Differences between outputs and their values when they were read. Secrets cannot be compared, only counted. */
export function outputDifferences(
  read: Record<string, unknown>,
  now: Record<string, unknown>,
): { differs: OutputDifference[]; secretCount: number } {
  const names = [...new Set([...Object.keys(read), ...Object.keys(now)])].toSorted()
  let secretCount = 0
  const differs = names.flatMap((output): OutputDifference[] => {
    if (!Object.hasOwn(read, output)) return [{ output, how: 'added' }]
    if (!Object.hasOwn(now, output)) return [{ output, how: 'removed' }]
    if (isSecret(read[output]) || isSecret(now[output])) {
      secretCount += 1
      return []
    }
    return sameJson(read[output], now[output]) ? [] : [{ output, how: 'changed' }]
  })
  return { differs, secretCount }
}
