import type { EditProblem } from '#contract/edits.ts'
import type { Deployment, Resource, StateDocument } from '../state/checkpoint.ts'
import { type Verdict, verdictOf } from '../plan/verdict.ts'
import { verify } from '../state/integrity.ts'
import { migrate } from '../state/migration.ts'
import { sameJson } from '../json/sameJson.ts'
import { isSecret } from '../state/secrets.ts'
import { childQualifiedType, isProviderType, makeUrn, parseUrn, ROOT_STACK_TYPE } from '../state/urn.ts'
import { mapValue } from '../state/values.ts'
import { plural } from '#words/counts.ts'
import { listed } from './deleteResources.ts'
import { applyDraft, type DraftEntry, draftOf, error, hasError, refused, type StateEdit, warning } from './edit.ts'
import { moveExtensions } from './moveExtensions.ts'
import { neededProviders, referenceTo, sameProvider } from './moveProviders.ts'
import { edgesOf, mapEdges, renameMentions } from './references.ts'

export type MoveOptions = {
  /** Project and stack of the destination, which may be empty. */
  destination: { project: string; stack: string }
  /** Also moves their ancestors, except for the root stack and providers. */
  includeParents?: boolean
  /** Re-encrypts a ciphertext of the source for the destination; required if the two have different keys. */
  reencrypt?: (ciphertext: string) => string
}

export type MoveEdit = { source: StateEdit; destination: StateEdit; problems: EditProblem[] }

/**
 * Moves resources and all their descendants to another stack's state, like `pulumi state move` (docs/state.md, Move):
 * the providers that they use are copied, and references across the two states are removed on both sides. Unlike the
 * CLI, it keeps pending operations and treats `replaceWith` like any other reference. Save the destination first, then
 * the source.
 */
export function moveResources(
  baseSource: StateDocument,
  baseDestination: StateDocument,
  urns: readonly string[],
  options: MoveOptions,
): MoveEdit {
  const [source, destination] = [migrate(baseSource), migrate(baseDestination)]
  const stop = (problems: EditProblem[]): MoveEdit => ({
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
  const { arriving, moved, rename, problems: onArrival } = arrive(source, destination, selected, options)
  problems.push(...onArrival)
  const left = leave(draftOf(source), selected)
  const staying = left.draft.map(({ resource }) => resource)
  const extensions = moveExtensions(source.deployment, destination.deployment, moved, staying)
  problems.push(...extensions.problems)
  if (hasError(problems)) return stop(problems)
  const beside = (blobs: Deployment['extensions']) => ({ extensions: blobs }) as Partial<Deployment> // undefined removes the key
  const sourceEdit = { ...applyDraft(source, left.draft, beside(extensions.source)), problems: left.problems }
  const destinationEdit = { ...applyDraft(destination, arriving, beside(extensions.destination)), problems: [] }
  destinationEdit.changed.urnsChanged = [...selected].flatMap((at) => {
    const urn = resources[at]?.urn ?? ''
    return rename(urn) === urn ? [] : [{ from: urn, to: rename(urn) }]
  })
  const { refusal } = refusedOf([source, sourceEdit], [destination, destinationEdit])
  if (refusal) return stop([...problems, error(refusal.code, refusal.message)])
  problems.push(...left.problems)
  return { source: sourceEdit, destination: destinationEdit, problems }
}

/** The first refusal among the verdicts on both states. */
const refusedOf = (...sides: [before: StateDocument, edit: StateEdit][]): Pick<Verdict, 'refusal'> =>
  sides.map(([before, { document }]) => verdictOf(before, document)).find(({ refusal }) => refusal) ?? {}

/** Selects the requested entries, their descendants and, if requested, their ancestors. */
function select(resources: Resource[], urns: readonly string[], includeParents: boolean) {
  const problems: EditProblem[] = []
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

/** The source without the selected entries and references to them. */
function leave(draft: DraftEntry[], selected: ReadonlySet<number>): { draft: DraftEntry[]; problems: EditProblem[] } {
  const staying = draft.filter(({ at }) => !selected.has(at))
  const stays = new Set(staying.map(({ resource }) => resource.urn))
  const moved = draft.filter(({ at }) => selected.has(at)).map(({ resource }) => resource.urn)
  const cut: string[] = []
  const left = staying.map(({ at, resource }): DraftEntry => {
    const kept = mapEdges(resource, ({ target }) => (stays.has(target) ? target : undefined))
    if (kept !== resource) cut.push(resource.urn)
    return { at, resource: kept }
  })
  const problems =
    cut.length > 0
      ? [
          warning(
            'cut',
            `${listed(cut)} ${plural(cut.length, 'stays and loses its', 'stay and lose their')} references to ${listed(moved)}.`,
            cut,
          ),
        ]
      : []
  return { draft: left, problems }
}

/**
 * The destination with the moved entries and copies of the providers that they need, at its end and in the order of the
 * source, so that references point to earlier entries. Entries without a moved parent become children of the
 * destination's root.
 */
function arrive(
  source: StateDocument,
  destination: StateDocument,
  selected: ReadonlySet<number>,
  options: MoveOptions,
) {
  const problems: EditProblem[] = []
  const resources = source.deployment.resources ?? []
  const entries = resources.filter((_, at) => selected.has(at))
  const draft = draftOf(destination)
  const root = rootOf(draft, options.destination)
  if (root.isNew) draft.unshift({ at: -1, resource: root.resource })
  const there = Map.groupBy(
    draft.map(({ resource }) => resource),
    ({ urn }) => urn,
  )
  const names = namesBelow(root.resource.urn, entries, options.destination)
  const providers = neededProviders(resources, entries)
  const newReference = new Map<string, string>()
  const cut: string[] = []
  const moved: Resource[] = []
  const place = (entry: Resource, urn: string) => {
    if (edgesOf(entry).some((edge) => edge.kind !== 'parent' && !names.isMoved(edge.target))) cut.push(urn)
    const copy = copyAs(urn, entry, names)
    const provider = newReference.get(entry.provider ?? '')
    const placed = reencrypted(provider ? { ...copy, provider } : copy, options.reencrypt)
    draft.push({ at: -1, resource: placed })
    moved.push(placed)
  }
  for (const [at, entry] of resources.entries()) {
    if (selected.has(at)) {
      const urn = names.renamed(entry.urn)
      if (there.has(urn)) problems.push(error('taken', `The destination has a resource ${urn} already.`, [urn]))
      place(entry, urn)
    } else if (providers.has(entry)) {
      const urn = names.urnOf(entry)
      const theirs = there.get(urn) ?? []
      const same = sameProvider(entry, theirs)
      newReference.set(referenceTo(entry), same ? referenceTo(same) : referenceTo({ ...entry, urn }))
      if (same) continue
      if (theirs.length === 0) place(entry, urn)
      else problems.push(error('providerTaken', `The destination has another provider ${urn} already.`, [urn]))
    }
  }
  if (cut.length > 0)
    problems.push(
      warning(
        'cut',
        `${listed(cut)} ${plural(cut.length, 'moves and loses its', 'move and lose their')} references to what stays.`,
        cut,
      ),
    )
  if (!options.reencrypt) problems.push(...undecryptable(source, destination, [...providers, ...entries]))
  return { arriving: draft, moved, rename: names.renamed, problems }
}

/** The new URNs of moved entries, by their places below the root of the destination. */
function namesBelow(root: string, entries: readonly Resource[], destination: MoveOptions['destination']) {
  const newUrns = new Map<string, string>()
  const parentOf = (entry: Resource) => newUrns.get(entry.parent ?? '') ?? root
  const urnOf = (entry: Resource) => {
    const parts = parseUrn(entry.urn)
    if (!parts) return entry.urn
    const parentType = parseUrn(parentOf(entry))?.qualifiedType ?? ''
    return makeUrn({ ...destination, name: parts.name, qualifiedType: childQualifiedType(parentType, parts.type) })
  }
  for (const entry of entries) newUrns.set(entry.urn, urnOf(entry))
  return {
    parentOf,
    urnOf,
    isMoved: (urn: string) => newUrns.has(urn),
    renamed: (urn: string) => newUrns.get(urn) ?? urn,
  }
}

/** A copy of an entry under its new URN and parent, without references to what stays behind. */
function copyAs(urn: string, entry: Resource, names: ReturnType<typeof namesBelow>): Resource {
  const inside = mapEdges(entry, ({ kind, target }) =>
    kind === 'parent' || names.isMoved(target) ? target : undefined,
  )
  const copy = { ...renameMentions(inside, names.renamed), urn, parent: names.parentOf(entry) }
  if (copy.viewOf && !names.isMoved(entry.viewOf ?? '')) delete copy.viewOf
  return copy
}

/** That the destination has another key than the entries with secrets need. */
function undecryptable(source: StateDocument, destination: StateDocument, entries: readonly Resource[]): EditProblem[] {
  const [ours, theirs] = [source, destination].map(({ deployment }) => deployment.secrets_providers ?? null)
  const urns = sameJson(ours, theirs) ? [] : entries.filter(holdsCiphertext).map(({ urn }) => urn)
  if (urns.length === 0) return []
  const message = `The destination cannot decrypt the secrets of ${listed(urns)}: they must be re-encrypted with its key.`
  return [error('secrets', message, urns)]
}

function rootOf(
  draft: DraftEntry[],
  { project, stack }: MoveOptions['destination'],
): { resource: Resource; isNew: boolean } {
  const there = draft.find(({ resource }) => resource.type === ROOT_STACK_TYPE && !resource.delete)
  if (there) return { resource: there.resource, isNew: false }
  const urn = makeUrn({ project, stack, qualifiedType: ROOT_STACK_TYPE, name: `${project}-${stack}` })
  return { resource: { urn, custom: false, type: ROOT_STACK_TYPE }, isNew: true }
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
    }) as Value // only ciphertexts are replaced
  const { inputs, outputs, replacementTrigger } = resource
  return {
    ...resource,
    ...(inputs && { inputs: inValue(inputs) }),
    ...(outputs && { outputs: inValue(outputs) }),
    ...(replacementTrigger !== undefined && { replacementTrigger: inValue(replacementTrigger) }),
  }
}
