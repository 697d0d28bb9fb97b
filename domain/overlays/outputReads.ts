import type { Deployment, Resource } from '../state/checkpoint.ts'
import { maskProperties, SECRET_SIGNATURE } from '../state/secrets.ts'
import { sameJson } from '../json/sameJson.ts'
import { createTextSearch, type Budget } from './textSearch.ts'

const REFERENCE_TYPE = 'pulumi:pulumi:StackReference'

/** Resources that use an output, or of which that is not known: the first of them, and how many there are. */
export type Users = { urns: string[]; count: number }

/**
 * The outputs of another stack as read by the last update of a state, secrets masked, and the resources whose inputs
 * have the value of each; `unmatched` depend on the reference, and no value that can be compared is in their inputs.
 * With `isCut`, the state was too large to be searched whole: more resources may use an output.
 */
export type OutputRead = {
  name: string
  outputs: Record<string, unknown>
  uses: ({ output: string } & Users)[]
  unmatched: Users
  isCut: boolean
}

/** Resources that are named. */
const MAX_USERS = 50

/** A few seconds for one state. Only inputs made for it, or thousands of references to one large value, need more. */
const MAX_STEPS = 300_000_000

/** Characters of outputs that are searched for: about 30 bytes of memory each. */
const MAX_SOUGHT = 1_000_000

/** The cost in steps of a resource that uses an output, mostly in memory. */
const USE = 100

/** The outputs in a state's StackReferences, by the names of the stacks. */
export function outputReads({ resources }: Deployment, steps: Budget = { left: MAX_STEPS }): OutputRead[] {
  const references = (resources ?? []).filter(({ type, delete: isOld }) => type === REFERENCE_TYPE && isOld !== true)
  const dependents = dependentsOf(resources ?? [], new Set(references.map(({ urn }) => urn)))
  return references.flatMap(({ urn, inputs, outputs, id }) => {
    const name = [inputs?.['name'], outputs?.['name'], id].find((each) => typeof each === 'string' && each !== '')
    const read = outputs?.['outputs']
    if (typeof name !== 'string' || typeof read !== 'object' || read === null || Array.isArray(read)) return []
    const secret = outputs?.['secretOutputNames']
    const secretNames = Array.isArray(secret) ? secret.filter((each) => typeof each === 'string') : []
    const masked = maskProperties({ ...read }, secretNames)
    return [{ name, outputs: masked, ...usesOf(dependents.get(urn) ?? [], masked, steps) }]
  })
}

/** A resource that depends on a reference, and the values of its inputs that were made from it. */
type Dependent = { urn: string; made: unknown[] }

function dependentsOf(resources: readonly Resource[], references: ReadonlySet<string>): Map<string, Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const { urn, inputs, dependencies, propertyDependencies, delete: isOld } of resources) {
    const of = isOld === true ? [] : (dependencies ?? []).filter((each) => references.has(each))
    if (of.length === 0) continue
    const made = new Map(of.map((each): [string, unknown[]] => [each, []]))
    for (const [name, from] of Object.entries(propertyDependencies ?? {}))
      for (const each of new Set(from)) made.get(each)?.push(inputs?.[name])
    for (const [reference, values] of made) {
      const known = dependents.get(reference)
      if (known) known.push({ urn, made: values })
      else dependents.set(reference, [{ urn, made: values }])
    }
  }
  return dependents
}

/** Shorter texts are in unrelated values by chance. */
const SHORTEST = 3

/** What a state says of the use of an output: no program is stored, only values and what they were made from. */
function usesOf(
  dependents: readonly Dependent[],
  outputs: Record<string, unknown>,
  steps: Budget,
): Pick<OutputRead, 'uses' | 'unmatched' | 'isCut'> {
  const names = Object.keys(outputs)
  const { search, withText, withoutText, isCut } = index(dependents.length > 0 ? Object.values(outputs) : [], steps)
  const uses = new Map<number, Users>()
  const unmatched: Users = { urns: [], count: 0 }
  for (const { urn, made } of dependents) {
    const found = new Set<number>()
    const used = new Set<number>()
    for (const value of made) {
      const { texts, depth } = contentsOf(value, steps)
      for (const text of texts) search(text, found)
      if (withoutText.size === 0 || value === undefined || texts.length > 0 || depth > MAX_DEPTH) continue
      for (const output of withoutText.get(canonical(value)) ?? []) used.add(output)
    }
    for (const text of found) {
      for (const output of withText[text] ?? []) used.add(output)
      steps.left -= withText[text]?.length ?? 0
    }
    steps.left -= USE * used.size
    if (steps.left < 0) break
    if (used.size === 0) add(unmatched, urn)
    for (const output of [...used].toSorted((a, b) => a - b)) {
      const users = uses.get(output) ?? { urns: [], count: 0 }
      add(users, urn)
      uses.set(output, users)
    }
  }
  return {
    uses: [...uses].map(([output, users]) => ({ output: names[output] ?? '', ...users })),
    unmatched,
    isCut: isCut || (dependents.length > 0 && steps.left < 0),
  }
}

function add(users: Users, urn: string): void {
  if (users.count < MAX_USERS) users.urns.push(urn)
  users.count++
}

/** The values of outputs, to be found in others: by the texts in them, or as a whole if they have none. */
function index(outputs: readonly unknown[], steps: Budget) {
  const numbers = new Map<string, number>()
  const withText: number[][] = []
  const withoutText = new Map<string, number[]>()
  let sought = 0
  let isCut = false
  for (const [output, value] of outputs.entries()) {
    if (isSecret(value)) continue
    const { texts, depth } = contentsOf(value, steps)
    for (const text of new Set(texts)) {
      const number = numbers.get(text)
      if (number !== undefined) withText[number]?.push(output)
      else if (sought + text.length > MAX_SOUGHT) isCut = true
      else {
        sought += text.length
        numbers.set(text, numbers.size)
        withText.push([output])
      }
    }
    if (texts.length > 0 || depth > MAX_DEPTH) continue
    const key = canonical(value)
    const known = withoutText.get(key)
    if (known) known.push(output)
    else withoutText.set(key, [output])
  }
  return { search: createTextSearch([...numbers.keys()], steps), withText, withoutText, isCut }
}

/** Deeper values are not compared as a whole: what writes them is recursive. */
const MAX_DEPTH = 500

/** The texts in a value that are long enough, and how deeply it is nested. */
function contentsOf(value: unknown, steps: Budget): { texts: string[]; depth: number } {
  const texts: string[] = []
  let depth = 0
  for (let level = [value]; level.length > 0 && steps.left >= 0; depth++) {
    const next: unknown[] = []
    for (const each of level) {
      steps.left--
      if (typeof each === 'string') {
        if (each.length >= SHORTEST) texts.push(each)
      } else if (typeof each === 'object' && each !== null) for (const part of Object.values(each)) next.push(part)
    }
    level = next
  }
  return { texts, depth }
}

/** The same text for equal values, in which the order of keys does not matter. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

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
