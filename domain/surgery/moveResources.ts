import type { Resource, StateDocument } from '../checkpoint.ts'
import { isAccepted, verify } from '../integrity.ts'
import { migrate } from '../migration.ts'
import { sameJson } from '../sameJson.ts'
import { isSecret } from '../secrets.ts'
import { childQualifiedType, isProviderType, makeUrn, parseUrn, ROOT_STACK_TYPE } from '../urn.ts'
import { mapValue } from '../values.ts'
import { listed } from './deleteResources.ts'
import {
  applyDraft,
  type Draft,
  draftOf,
  error,
  hasError,
  type Problem,
  refused,
  type StateEdit,
  warning,
} from './edit.ts'
import { edgesOf, mapEdges, providerOf, renameMentions } from './references.ts'

export type MoveOptions = {
  /** Project and stack of the destination, which may be empty. */
  destination: { project: string; stack: string }
  /** Their ancestors as well, the root stack and providers excepted. */
  includeParents?: boolean
  /** Encrypts a ciphertext of the source anew for the destination; needed when the two have different keys. */
  reencrypt?: (ciphertext: string) => string
}

export type MoveEdit = { source: StateEdit; destination: StateEdit; problems: Problem[] }

/**
 * Moves resources and all their descendants into another stack's state, like `pulumi state move` (integrity 5.5): the
 * providers that they use are copied, references that would cross the border are cut on both sides. Unlike the CLI's it
 * keeps pending operations and treats `replaceWith` as any other reference. Save the destination first, then the source.
 */
export function moveResources(
  baseSource: StateDocument,
  baseDestination: StateDocument,
  urns: readonly string[],
  options: MoveOptions,
): MoveEdit {
  const [source, destination] = [migrate(baseSource), migrate(baseDestination)]
  const stop = (problems: Problem[]): MoveEdit => ({
    source: refused(baseSource, problems),
    destination: refused(baseDestination, problems),
    problems,
  })
  const invalid = [
    ['source', source],
    ['destination', destination],
  ] as const
  for (const [name, document] of invalid) {
    const [first] = verify(document.deployment).filter(({ verifier }) => verifier !== 'B')
    if (first)
      return stop([
        error('invalidState', `The state of the ${name} is invalid and must be repaired first: ${first.message}.`),
      ])
  }
  const resources = source.deployment.resources ?? []
  const { selected, problems } = select(resources, urns, options.includeParents ?? false)
  if (hasError(problems)) return stop(problems)
  if (selected.size === 0) return stop([...problems, error('nothing', 'There is nothing to move.')])
  const { arriving, rename, problems: onArrival } = arrive(source, destination, selected, options)
  problems.push(...onArrival)
  if (hasError(problems)) return stop(problems)
  const left = leave(draftOf(source), selected)
  const sourceEdit = { ...applyDraft(source, left.draft), problems: left.problems }
  const destinationEdit = { ...applyDraft(destination, arriving), problems: [] }
  for (const { document } of [sourceEdit, destinationEdit]) {
    const findings = verify(document.deployment)
    if (isAccepted(findings)) continue
    return stop([
      ...problems,
      error('wouldBreak', `The result would be invalid, so nothing was changed: ${findings[0]?.message}.`),
    ])
  }
  destinationEdit.changed.urnsChanged = [...selected].flatMap((at) => {
    const urn = resources[at]?.urn ?? ''
    return rename(urn) === urn ? [] : [{ from: urn, to: rename(urn) }]
  })
  problems.push(...left.problems)
  return { source: sourceEdit, destination: destinationEdit, problems }
}

/** The named entries, what hangs below them, and on demand what stands above. */
function select(resources: Resource[], urns: readonly string[], includeParents: boolean) {
  const problems: Problem[] = []
  const wanted = new Set<string>()
  const byUrn = Map.groupBy(resources, ({ urn }) => urn)
  for (const urn of urns) {
    const [entry] = byUrn.get(urn) ?? []
    if (!entry) problems.push(warning('unknownUrn', `No such resource "${urn}" is in the source.`, [urn]))
    else if (isProviderType(entry.type)) {
      problems.push(error('provider', 'Providers cannot be moved: those that are needed go along as copies.', [urn]))
    } else if (entry.type === ROOT_STACK_TYPE) {
      for (const child of resources) if (child.parent === urn && !isProviderType(child.type)) wanted.add(child.urn)
    } else wanted.add(urn)
  }
  if (includeParents) {
    for (const urn of wanted) {
      const parent = byUrn.get(byUrn.get(urn)?.[0]?.parent ?? '')?.[0]
      if (parent && parent.type !== ROOT_STACK_TYPE && !isProviderType(parent.type)) wanted.add(parent.urn)
    }
  }
  const selected = new Set<number>()
  for (const [at, { urn, type, parent }] of resources.entries()) {
    if (isProviderType(type) || !(wanted.has(urn) || (parent && wanted.has(parent)))) continue
    wanted.add(urn) // a valid list has parents first, so one pass finds all descendants
    selected.add(at)
  }
  return { selected, problems }
}

/** The source without them, and without references to them. */
function leave(draft: Draft[], selected: ReadonlySet<number>): { draft: Draft[]; problems: Problem[] } {
  const staying = draft.filter(({ at }) => !selected.has(at))
  const stays = new Set(staying.map(({ resource }) => resource.urn))
  const cut: string[] = []
  const left = staying.map(({ at, resource }): Draft => {
    const kept = mapEdges(resource, ({ target }) => (stays.has(target) ? target : undefined))
    if (kept !== resource) cut.push(resource.urn)
    return { at, resource: kept }
  })
  const problems =
    cut.length > 0
      ? [warning('cut', `References to what is moved are removed from ${listed(cut)}, which stays.`, cut)]
      : []
  return { draft: left, problems }
}

/** The destination with copies of the needed providers and the moved entries at its end. */
function arrive(
  source: StateDocument,
  destination: StateDocument,
  selected: ReadonlySet<number>,
  options: MoveOptions,
) {
  const problems: Problem[] = []
  const resources = source.deployment.resources ?? []
  const entries = [...selected].toSorted((a, b) => a - b).flatMap((at) => resources[at] ?? [])
  const draft = draftOf(destination)
  const root = rootOf(draft, options.destination)
  if (root.isNew) draft.unshift({ at: -1, resource: root.resource })
  const taken = new Map(draft.map(({ resource }) => [resource.urn, resource]))

  const renamed = new Map<string, string>()
  const target = options.destination
  const newUrn = (entry: Resource, parentUrn: string | undefined) => {
    const parts = parseUrn(entry.urn)
    if (!parts) return entry.urn
    const parentType = parseUrn(parentUrn ?? '')?.qualifiedType ?? ''
    return makeUrn({ ...target, name: parts.name, qualifiedType: childQualifiedType(parentType, parts.type) })
  }
  const newParent = (entry: Resource) => renamed.get(entry.parent ?? '') ?? root.resource.urn
  for (const entry of entries) renamed.set(entry.urn, newUrn(entry, newParent(entry)))

  const providers = neededProviders(resources, entries)
  const newReference = new Map<string, string>()
  for (const provider of providers) {
    const parent = provider.parent ? newParent(provider) : undefined
    const urn = newUrn(provider, parent)
    const there = taken.get(urn)
    const from = `${provider.urn}::${provider.id ?? ''}`
    if (there && (there.id === provider.id || sameJson(there.inputs ?? {}, provider.inputs ?? {}))) {
      newReference.set(from, `${urn}::${there.id ?? ''}`)
      continue
    }
    if (there) {
      problems.push(error('providerTaken', `The destination has another provider ${urn} already.`, [urn]))
      continue
    }
    const copy = mapEdges(provider, (edge) => (edge.kind === 'parent' ? parent : renamed.get(edge.target)))
    const placed = reencrypted({ ...copy, urn }, options.reencrypt)
    draft.push({ at: -1, resource: placed })
    taken.set(urn, placed)
    newReference.set(from, `${urn}::${provider.id ?? ''}`)
  }

  const rename = (urn: string) => renamed.get(urn) ?? urn
  const cut: string[] = []
  const arrived = new Set<string>()
  for (const entry of entries) {
    const urn = rename(entry.urn)
    if (taken.has(urn) && !arrived.has(urn)) {
      problems.push(error('taken', `The destination has a resource ${urn} already.`, [urn]))
    }
    arrived.add(urn)
    if (edgesOf(entry).some((edge) => edge.kind !== 'parent' && !renamed.has(edge.target))) cut.push(urn)
    const inside = mapEdges(entry, ({ kind, target: to }) =>
      kind === 'parent' ? to : renamed.has(to) ? to : undefined,
    )
    const moved: Resource = { ...renameMentions(inside, rename), parent: newParent(entry) }
    if (moved.viewOf && !renamed.has(entry.viewOf ?? '')) delete moved.viewOf
    const provider = newReference.get(entry.provider ?? '')
    draft.push({ at: -1, resource: reencrypted(provider ? { ...moved, provider } : moved, options.reencrypt) })
  }
  if (cut.length > 0)
    problems.push(warning('cut', `References to what stays behind are removed from ${listed(cut)}.`, cut))
  const sameKey = sameJson(
    source.deployment.secrets_providers ?? null,
    destination.deployment.secrets_providers ?? null,
  )
  const secret =
    sameKey || options.reencrypt ? [] : [...providers, ...entries].filter(holdsCiphertext).map(({ urn }) => urn)
  if (secret.length > 0) {
    problems.push(
      error(
        'secrets',
        `The destination cannot decrypt the secrets of ${listed(secret)}: they must be encrypted anew with its key.`,
        secret,
      ),
    )
  }
  return { arriving: draft, rename, problems }
}

function rootOf(
  draft: Draft[],
  { project, stack }: MoveOptions['destination'],
): { resource: Resource; isNew: boolean } {
  const there = draft.find(({ resource }) => resource.type === ROOT_STACK_TYPE && !resource.delete)
  if (there) return { resource: there.resource, isNew: false }
  const urn = makeUrn({ project, stack, qualifiedType: ROOT_STACK_TYPE, name: `${project}-${stack}` })
  return { resource: { urn, custom: false, type: ROOT_STACK_TYPE }, isNew: true }
}

/** In list order, so that a provider that uses another one comes after it. */
function neededProviders(resources: Resource[], entries: Resource[]): Resource[] {
  const byReference = new Map(
    resources.flatMap((entry) =>
      isProviderType(entry.type) ? [[`${entry.urn}::${entry.id ?? ''}`, entry] as const] : [],
    ),
  )
  const needed = new Set<Resource>()
  const visit = (entry: Resource) => {
    const reference = providerOf(entry)
    const provider = reference && byReference.get(`${reference.urn}::${reference.id}`)
    if (!provider || needed.has(provider)) return
    visit(provider)
    needed.add(provider)
  }
  for (const entry of entries) visit(entry)
  return [...needed]
}

function holdsCiphertext(resource: Resource): boolean {
  let found = false
  reencrypted(resource, (ciphertext) => {
    found = true
    return ciphertext
  })
  return found
}

function reencrypted(resource: Resource, reencrypt: MoveOptions['reencrypt']): Resource {
  if (!reencrypt) return resource
  const inValue = <Value>(value: Value): Value =>
    mapValue(value, (part) => {
      if (!isSecret(part) || !('ciphertext' in part) || typeof part.ciphertext !== 'string') return undefined
      return { ...part, ciphertext: reencrypt(part.ciphertext) }
    }) as Value // only ciphertexts change
  const { inputs, outputs, replacementTrigger } = resource
  return {
    ...resource,
    ...(inputs && { inputs: inValue(inputs) }),
    ...(outputs && { outputs: inValue(outputs) }),
    ...(replacementTrigger !== undefined && { replacementTrigger: inValue(replacementTrigger) }),
  }
}
