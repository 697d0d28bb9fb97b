import type { Deployment } from '../state/checkpoint.ts'
import { maskProperties, SECRET_SIGNATURE } from '../state/secrets.ts'
import { sameJson } from '../json/sameJson.ts'

const REFERENCE_TYPE = 'pulumi:pulumi:StackReference'

/** The outputs of another stack as read by the last update of a state; secrets are masked. */
export type OutputRead = { name: string; outputs: Record<string, unknown> }

/** The outputs in a state's StackReferences, by the names of the stacks. */
export function outputReads({ resources }: Deployment): OutputRead[] {
  return (resources ?? []).flatMap(({ type, delete: isOld, inputs, outputs, id }) => {
    if (type !== REFERENCE_TYPE || isOld === true) return []
    const name = [inputs?.['name'], outputs?.['name'], id].find((each) => typeof each === 'string' && each !== '')
    const read = outputs?.['outputs']
    if (typeof name !== 'string' || typeof read !== 'object' || read === null || Array.isArray(read)) return []
    const secret = outputs?.['secretOutputNames']
    const secretNames = Array.isArray(secret) ? secret.filter((each) => typeof each === 'string') : []
    return [{ name, outputs: maskProperties({ ...read }, secretNames) }]
  })
}

export type OutputDifference = { output: string; how: 'changed' | 'added' | 'removed' }

/** Differences between outputs and their values when they were read. Secrets cannot be compared, only counted. */
export function outputDifferences(
  read: Record<string, unknown>,
  now: Record<string, unknown>,
): { differs: OutputDifference[]; secretCount: number } {
  const names = [...new Set([...Object.keys(read), ...Object.keys(now)])].toSorted()
  const isSecret = (value: unknown) => (JSON.stringify(value) ?? '').includes(SECRET_SIGNATURE)
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
