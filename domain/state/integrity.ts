import { type Deployment, magicOf, type Resource } from './checkpoint.ts'
import { UNKNOWN_VALUE } from './secrets.ts'
import { isProviderType, parseProviderReference, providerUrnFault, urnAssertion } from './urn.ts'

export type Rule =
  | 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9' | 'R10' | 'R11' | 'R12' | 'R13' | 'R14' | 'R15' // prettier-ignore

/**
 * The kind of fault: `order` is repaired by sorting, `missing` by pruning, `otherId` by referring to the existing
 * provider.
 */
export type IntegrityErrorKind = 'order' | 'missing' | 'otherId' | 'malformed' | 'duplicate' | 'tampered'

/** A reason for which an engine refuses the state. */
export type IntegrityError = {
  rule: Rule
  /** Which of the engine's two verifiers objects: A on reading or importing a state, B on writing one. */
  verifier: 'both' | 'A' | 'B'
  kind: IntegrityErrorKind
  /** Index into the resources, or into the snippets for R14 and R15. */
  index?: number
  urn?: string
  /** The target of the reference: a URN, or a provider reference for R6 and R7. */
  target?: string
  /** The message of verifier A, or of B if A does not object. */
  message: string
  /** The message of verifier B if it differs. */
  messageB?: string
}

/**
 * All faults of a state, in the order in which the engine checks (docs/state.md, Integrity rules); the engine itself
 * stops at the first. Property dependencies are checked in sorted order, in the engine in random order. Linear in the
 * size of the state.
 */
export function verify(deployment: Deployment): IntegrityError[] {
  const findings: IntegrityError[] = []
  const { magic = '', version = '' } = deployment.manifest ?? {}
  if (magic !== magicOf(version)) {
    const says = (mark: string) => `magic cookie mismatch${mark} possible tampering/corruption detected`
    findings.push({ rule: 'R1', verifier: 'both', kind: 'tampered', message: says(';'), messageB: says(':') })
  }
  const resources = deployment.resources ?? []
  const known = indexed(resources)
  for (const [index, resource] of resources.entries()) {
    checkEntry(resource, index, known, (finding) => findings.push({ ...finding, index, urn: resource.urn }))
    if (resource.urn) known.seen.add(resource.urn) // an empty text refers to nothing, even if an entry lacks its URN
  }
  return [...findings, ...duplicates(resources), ...snippetFindings(deployment)]
}

/** Whether verifier A, which reads states, accepts the state: the condition for an update, an import, a repair. */
export const isAccepted = (findings: readonly IntegrityError[]): boolean =>
  findings.every(({ verifier }) => verifier === 'B')

type Known = {
  seen: Set<string>
  lastAt: Map<string, number>
  /** The provider references seen so far, and the last index of each. */
  providers: Set<string>
  lastProviderAt: Map<string, number>
  providerUrns: Set<string>
}

type Report = (finding: Omit<IntegrityError, 'index' | 'urn'>) => void

function indexed(resources: Resource[]): Known {
  const lastAt = new Map<string, number>()
  const lastProviderAt = new Map<string, number>()
  const providerUrns = new Set<string>()
  for (const [index, resource] of resources.entries()) {
    lastAt.set(resource.urn, index)
    if (!isProviderType(resource.type)) continue
    lastProviderAt.set(referenceTo(resource), index)
    providerUrns.add(resource.urn)
  }
  return { seen: new Set(), lastAt, providers: new Set(), lastProviderAt, providerUrns }
}

/**
 * The reference to a provider; one without an ID has the unknown value, which a reference with an empty ID does not
 * match.
 */
export const referenceTo = ({ urn, id }: Resource): string => `${urn}::${id || UNKNOWN_VALUE}`

function checkEntry(resource: Resource, index: number, known: Known, report: Report): void {
  const { urn, type } = resource
  const malformed = (rule: Rule, message: string) => report({ rule, verifier: 'both', kind: 'malformed', message })
  const assertion = urn ? urnAssertion(urn) : `resource at index ${index} missing required 'urn' field`
  if (assertion !== undefined) malformed('R2', assertion)
  if (!type) malformed('R3', `resource '${urn}' missing required 'type' field`)
  if (!resource.custom && resource.id) malformed('R4', `resource '${urn}' has 'custom false but non-empty ID`)
  if (isProviderType(type)) {
    const reason = providerUrnFault(urn)
    if (reason === undefined) known.providers.add(referenceTo(resource))
    else malformed('R5', `provider ${urn} is not referenceable: ${reason}`)
  }
  if (resource.provider && !known.providers.has(resource.provider)) {
    reportProvider(resource, resource.provider, index, known, report)
  }
  checkReferences(resource, index, known, report)
}

function reportProvider(resource: Resource, target: string, index: number, known: Known, report: Report): void {
  const reference = parseProviderReference(target)
  if ('error' in reference) {
    const message = `failed to parse provider reference for resource ${resource.urn}: ${reference.error}`
    report({ rule: 'R6', verifier: 'both', kind: 'malformed', target, message })
  } else if (!resource.pendingReplacement) {
    const isLater = (known.lastProviderAt.get(target) ?? -1) > index
    const kind = isLater ? 'order' : known.providerUrns.has(reference.urn) ? 'otherId' : 'missing'
    const message = `resource ${resource.urn} refers to unknown provider ${target}`
    report({ rule: 'R7', verifier: 'both', kind, target, message })
  }
}

/** R8 to R12. An empty text refers to nothing, except that verifier B considers it missing in R9 and R10. */
function checkReferences(resource: Resource, index: number, known: Known, report: Report): void {
  const { parent, dependencies, propertyDependencies, deletedWith, replaceWith } = resource
  const isBroken = (target: string) => !known.seen.has(target)
  const broken = (rule: Rule, target: string, words: (kind: 'order' | 'missing') => [a: string, b?: string]) => {
    const kind = (known.lastAt.get(target) ?? -1) > index ? 'order' : 'missing'
    const [message, messageB] = words(kind)
    const verifier = rule === 'R12' ? 'A' : target === '' ? 'B' : 'both'
    report({ rule, verifier, kind, target, message, ...(messageB !== undefined && { messageB }) })
  }
  if (parent && isBroken(parent)) broken('R8', parent, (kind) => parentWords[kind](resource.urn, parent))
  for (const target of dependencies ?? []) {
    if (!isBroken(target)) continue
    broken('R9', target, (kind) => dependencyWords[target === '' ? 'empty' : kind](resource.urn, target))
  }
  const byProperty = Object.entries(propertyDependencies ?? {})
  for (const [property, targets] of byProperty.length > 1 ? byProperty.toSorted(byKey) : byProperty) {
    for (const target of targets ?? []) {
      if (!isBroken(target)) continue
      broken('R10', target, (kind) => propertyWords[target === '' ? 'empty' : kind](resource.urn, target, property))
    }
  }
  const fate = { order: 'which comes after it', missing: 'which is missing' }
  if (deletedWith && isBroken(deletedWith)) {
    broken('R11', deletedWith, (kind) => [
      `resource ${resource.urn} is specified as being deleted with ${deletedWith}, ${fate[kind]}`,
    ])
  }
  for (const target of replaceWith ?? []) {
    if (!target || !isBroken(target)) continue
    broken('R12', target, (kind) => [
      `resource ${resource.urn} is specified as being replaced with ${target}, ${fate[kind]}`,
    ])
  }
}

type Words = (urn: string, target: string, property?: string) => [a: string, b?: string]

const parentWords: Record<'order' | 'missing', Words> = {
  order: (urn, parent) => [`child resource ${urn}'s parent ${parent} comes after it`],
  missing: (urn, parent) => [`child resource ${urn} refers to missing parent ${parent}`],
}

const dependencyWords: Record<'order' | 'missing' | 'empty', Words> = {
  order: (urn, target) => [`resource ${urn}'s dependency ${target} comes after it`],
  missing: (urn, target) => [
    `resource ${urn}'s dependency ${target} refers to missing resource`,
    `resource ${urn} refers to missing dependency ${target}`,
  ],
  empty: (urn, target) => [`resource ${urn} refers to missing dependency ${target}`],
}

const propertyWords: Record<'order' | 'missing' | 'empty', Words> = {
  order: (urn, target, property) => [
    `resource ${urn}'s property dependency ${target} (from property ${property}) comes after it`,
    `resource ${urn}'s property dependency ${target} comes after it`,
  ],
  missing: (urn, target, property) => [
    `resource ${urn}'s property dependency ${target} (from property ${property}) refers to missing resource`,
    `resource ${urn} refers to missing property dependency ${target}`,
  ],
  empty: (urn, target) => [`resource ${urn} refers to missing property dependency ${target}`],
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** At most one entry per URN may be live (R13). */
function duplicates(resources: Resource[]): IntegrityError[] {
  const live = new Map<string, number[]>()
  for (const [index, resource] of resources.entries()) {
    if (resource.delete) continue
    const twins = live.get(resource.urn)
    if (twins) twins.push(index)
    else live.set(resource.urn, [index])
  }
  return [...live].flatMap(([urn, [, index]]) =>
    index === undefined
      ? []
      : [
          {
            rule: 'R13',
            verifier: 'both',
            kind: 'duplicate',
            index,
            urn,
            message: `duplicate resource ${urn} (not marked for deletion)`,
          },
        ],
  )
}

function snippetFindings({ snippets }: Deployment): IntegrityError[] {
  const firstAt = new Map<string, number>()
  return (snippets ?? []).flatMap(({ uuid }, index): IntegrityError[] => {
    if (!uuid) {
      const message = `snippet at index ${index} missing required 'uuid' field`
      return [{ rule: 'R14', verifier: 'both', kind: 'malformed', index, message }]
    }
    const first = firstAt.get(uuid)
    if (first === undefined) {
      firstAt.set(uuid, index)
      return []
    }
    const message = `duplicate snippet uuid "${uuid}" at indexes ${first} and ${index}`
    return [{ rule: 'R15', verifier: 'both', kind: 'duplicate', index, target: uuid, message }]
  })
}
