import { type Deployment, magicOf, type Resource } from './checkpoint.ts'
import { UNKNOWN_VALUE } from './secrets.ts'
import { isProviderType, parseProviderReference, providerUrnFault } from './urn.ts'

export type Rule =
  | 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9' | 'R10' | 'R11' | 'R12' | 'R13' | 'R14' | 'R15' // prettier-ignore

/** What kind of break it is: `order` is repaired by sorting, `missing` by pruning, `otherId` by naming the present provider. */
export type FindingKind = 'order' | 'missing' | 'otherId' | 'malformed' | 'duplicate' | 'tampered'

/** One thing that an engine would refuse this state for. */
export type Finding = {
  rule: Rule
  /** Which of the engine's two verifiers objects: A when a state is read or imported, B when one is written. */
  verifier: 'both' | 'A' | 'B'
  kind: FindingKind
  /** Index into the resources, or into the snippets for R14 and R15. */
  index?: number
  urn?: string
  /** What the entry refers to: a URN, or a provider reference for R6 and R7. */
  target?: string
  /** The words of verifier A, or of B where A does not object. */
  message: string
  /** The words of verifier B where they differ. */
  messageB?: string
}

/**
 * Everything that is wrong with a state, in the order in which the engine checks (integrity 2.1); the engine itself stops
 * at the first. Property dependencies are checked by sorted key, where the engine's order is random. Linear in the state.
 */
export function verify(deployment: Deployment): Finding[] {
  const findings: Finding[] = []
  const { magic = '', version = '' } = deployment.manifest ?? {}
  if (magic !== magicOf(version)) {
    const says = (mark: string) => `magic cookie mismatch${mark} possible tampering/corruption detected`
    findings.push({ rule: 'R1', verifier: 'both', kind: 'tampered', message: says(';'), messageB: says(':') })
  }
  const resources = deployment.resources ?? []
  const known = indexed(resources)
  for (const [index, resource] of resources.entries()) {
    for (const finding of entryFindings(resource, index, known)) findings.push({ ...finding, index, urn: resource.urn })
    known.seen.add(resource.urn)
  }
  return [...findings, ...duplicates(resources), ...snippetFindings(deployment)]
}

/** Whether verifier A, which reads states, accepts it: the verdict of an update, an import, a repair. */
export const isAccepted = (findings: readonly Finding[]): boolean => findings.every(({ verifier }) => verifier === 'B')

type Known = {
  seen: Set<string>
  lastAt: Map<string, number>
  /** Provider references met so far, and where each is met last. */
  providers: Set<string>
  lastProviderAt: Map<string, number>
  providerUrns: Set<string>
}

type EntryFinding = Omit<Finding, 'index' | 'urn'>

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

/** A provider without an ID is known by the unknown one; a reference that ends in an empty ID does not match it. */
const referenceTo = ({ urn, id }: Resource): string => `${urn}::${id || UNKNOWN_VALUE}`

function* entryFindings(resource: Resource, index: number, known: Known): Generator<EntryFinding> {
  const { urn, type } = resource
  const malformed = { verifier: 'both', kind: 'malformed' } as const
  if (!urn) yield { rule: 'R2', ...malformed, message: `resource at index ${index} missing required 'urn' field` }
  if (!type) yield { rule: 'R3', ...malformed, message: `resource '${urn}' missing required 'type' field` }
  if (!resource.custom && resource.id) {
    yield { rule: 'R4', ...malformed, message: `resource '${urn}' has 'custom false but non-empty ID` }
  }
  if (isProviderType(type)) {
    const reason = providerUrnFault(urn)
    if (reason === undefined) known.providers.add(referenceTo(resource))
    else yield { rule: 'R5', ...malformed, message: `provider ${urn} is not referenceable: ${reason}` }
  }
  if (resource.provider) yield* providerFindings(resource, resource.provider, index, known)
  yield* referenceFindings(resource, index, known)
}

function* providerFindings(resource: Resource, target: string, index: number, known: Known): Generator<EntryFinding> {
  const reference = parseProviderReference(target)
  if ('error' in reference) {
    const message = `failed to parse provider reference for resource ${resource.urn}: ${reference.error}`
    yield { rule: 'R6', verifier: 'both', kind: 'malformed', target, message }
    return
  }
  if (known.providers.has(target) || resource.pendingReplacement) return
  const isLater = (known.lastProviderAt.get(target) ?? -1) > index
  const kind = isLater ? 'order' : known.providerUrns.has(reference.urn) ? 'otherId' : 'missing'
  const message = `resource ${resource.urn} refers to unknown provider ${target}`
  yield { rule: 'R7', verifier: 'both', kind, target, message }
}

function* referenceFindings(resource: Resource, index: number, known: Known): Generator<EntryFinding> {
  const { urn, parent, deletedWith } = resource
  const broken = (target: string): 'order' | 'missing' | undefined =>
    known.seen.has(target) ? undefined : (known.lastAt.get(target) ?? -1) > index ? 'order' : 'missing'
  const comesAfter = (what: string) => `${what} comes after it`

  const parentKind = parent && broken(parent)
  if (parentKind) {
    const missing = `child resource ${urn} refers to missing parent ${parent}`
    const message = parentKind === 'order' ? comesAfter(`child resource ${urn}'s parent ${parent}`) : missing
    yield { rule: 'R8', verifier: 'both', kind: parentKind, target: parent, message }
  }
  for (const target of resource.dependencies ?? []) {
    const kind = broken(target)
    if (!kind) continue
    const message = `resource ${urn}'s dependency ${target}`
    const messageB = `resource ${urn} refers to missing dependency ${target}`
    if (target === '') yield { rule: 'R9', verifier: 'B', kind, target, message: messageB }
    else if (kind === 'order') yield { rule: 'R9', verifier: 'both', kind, target, message: comesAfter(message) }
    else yield { rule: 'R9', verifier: 'both', kind, target, message: `${message} refers to missing resource`, messageB }
  }
  for (const [property, targets] of Object.entries(resource.propertyDependencies ?? {}).toSorted(byKey)) {
    for (const target of targets ?? []) {
      const kind = target && broken(target)
      if (!kind) continue
      const dependency = `resource ${urn}'s property dependency ${target}`
      const named = `${dependency} (from property ${property})`
      yield kind === 'order'
        ? { rule: 'R10', verifier: 'both', kind, target, message: comesAfter(named), messageB: comesAfter(dependency) }
        : {
            rule: 'R10',
            verifier: 'both',
            kind,
            target,
            message: `${named} refers to missing resource`,
            messageB: `resource ${urn} refers to missing property dependency ${target}`,
          }
    }
  }
  const which = (kind: 'order' | 'missing') => (kind === 'order' ? 'which comes after it' : 'which is missing')
  const deletedWithKind = deletedWith && broken(deletedWith)
  if (deletedWithKind) {
    const message = `resource ${urn} is specified as being deleted with ${deletedWith}, ${which(deletedWithKind)}`
    yield { rule: 'R11', verifier: 'both', kind: deletedWithKind, target: deletedWith, message }
  }
  for (const target of resource.replaceWith ?? []) {
    const kind = target && broken(target)
    if (!kind) continue
    const message = `resource ${urn} is specified as being replaced with ${target}, ${which(kind)}`
    yield { rule: 'R12', verifier: 'A', kind, target, message }
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** At most one entry of a URN may be live (R13). */
function duplicates(resources: Resource[]): Finding[] {
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
      : [{ rule: 'R13', verifier: 'both', kind: 'duplicate', index, urn, message: `duplicate resource ${urn} (not marked for deletion)` }],
  )
}

function snippetFindings({ snippets }: Deployment): Finding[] {
  const firstAt = new Map<string, number>()
  return (snippets ?? []).flatMap(({ uuid }, index): Finding[] => {
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
