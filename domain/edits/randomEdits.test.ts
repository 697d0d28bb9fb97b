import type { EditProblem } from '#contract/edits.ts'
import { describe, expect, it } from 'vitest'
import { brokenState } from '#testing/states/brokenState.ts'
import { firstFault } from '#testing/cases.ts'
import { pick, type Random, randomState } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { isAccepted, verify } from '../state/integrity.ts'
import { applyRepairs } from '../repair/applyRepairs.ts'
import { findRepairs } from '../repair/findRepairs.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import { isProviderType } from '../state/urn.ts'
import { deleteResources } from './deleteResources.ts'
import { hasError } from './edit.ts'
import { protect, taint, unprotect, untaint } from './flags.ts'
import { moveResources } from './moveResources.ts'
import { renameResource } from './renameResource.ts'

const resourcesOf = ({ deployment }: StateDocument) => deployment.resources ?? []
const shown = (...documents: StateDocument[]) =>
  documents
    .map(
      (each) =>
        `\n${resourcesOf(each)
          .map((entry) => JSON.stringify(entry))
          .join('\n')}\n`,
    )
    .join('')

/** A valid state with unusual content: a broken one after its repair, or a large one with everything in it. */
function oddState(random: Random): StateDocument | undefined {
  if (random(4) === 0) return randomState(random, 12)
  const broken = brokenState(random)
  const { document, verdict } = applyRepairs(broken, suggestedChoices(findRepairs(broken)))
  return verdict === 'valid' ? withExtensions(random, document) : undefined
}

function withExtensions(random: Random, { deployment }: StateDocument): StateDocument {
  const names = ['e1', 'e2']
  const resources = (deployment.resources ?? []).map((entry) =>
    random(6) === 0 ? { ...entry, extensionRef: pick(random, names) ?? 'e1' } : entry,
  )
  const features = resources.some(({ extensionRef }) => extensionRef) ? ['extensionParameterization'] : []
  const extensions = Object.fromEntries(names.map((name) => [name, { name, version: '1.0.0', value: 'e30=' }]))
  return {
    version: features.length > 0 ? 4 : 3,
    ...(features.length > 0 && { features }),
    deployment: { ...deployment, resources, extensions },
  }
}

/** The same entries with their keys in another order, as a user or another tool wrote them. */
const shuffled = (random: Random, document: StateDocument): StateDocument => ({
  ...document,
  deployment: {
    ...document.deployment,
    resources: resourcesOf(document).map((entry) => {
      const keys = Object.entries(entry)
      for (let at = keys.length - 1; at > 0; at--) {
        const other = random(at + 1)
        const [a, b] = [keys[at], keys[other]]
        if (a && b) [keys[at], keys[other]] = [b, a]
      }
      return Object.fromEntries(keys) as Resource // the same keys
    }),
  },
})

const isInCloud = ({ custom, id, type }: Resource): boolean => Boolean(custom && id && !isProviderType(type))
const objects = (...documents: StateDocument[]): string =>
  documents
    .flatMap((each) => resourcesOf(each).flatMap((entry) => (isInCloud(entry) ? [entry.id ?? ''] : [])))
    .toSorted((a, b) => a.localeCompare(b))
    .join()

const isValid = ({ deployment }: StateDocument): boolean => isAccepted(verify(deployment))
const hasReason = (problems: readonly EditProblem[]): boolean =>
  problems.some(({ severity, message }) => severity === 'error' && message !== '')
const hasItsBlobs = (document: StateDocument): boolean =>
  resourcesOf(document).every(
    ({ extensionRef }) => !extensionRef || Object.hasOwn(document.deployment.extensions ?? {}, extensionRef),
  )

describe('random states', () => {
  it('stay valid on both sides of a move, lose no resource, and give a reason for every refusal', () => {
    let moved = 0
    const fault = firstFault(600, (random) => {
      const [source, destination] = [oddState(random), oddState(random)]
      const entry = source && pick(random, resourcesOf(source))
      if (!entry || !destination) return undefined
      const options = {
        destination: { project: 'web', stack: 'prod' },
        includeParents: random(3) === 0,
        reencrypt: String,
      }
      const edit = moveResources(source, destination, [entry.urn], options)
      const [left, there] = [edit.source.document, edit.destination.document]
      if (hasError(edit.problems)) {
        return hasReason(edit.problems) && left === source && there === destination
          ? undefined
          : shown(source, destination)
      }
      moved += 1
      const isWhole = objects(left, there) === objects(source, destination)
      const isRight = [left, there].every((each) => isValid(each) && hasItsBlobs(each))
      return isWhole && isRight ? undefined : shown(source, destination)
    })
    expect(fault).toBeUndefined()
    expect(moved).toBeGreaterThan(100)
  })

  it('stay valid after every command, which reports the removed resources', () => {
    const fault = firstFault(600, (random) => {
      const document = oddState(random)
      const entry = document && pick(random, resourcesOf(document))
      if (!entry) return undefined
      const target = { urn: entry.urn, id: entry.id ?? '' }
      const edit = pick(random, [
        () => deleteResources(document, [target], { withDependents: random(2) === 0, force: random(2) === 0 }),
        () => renameResource(document, entry.urn, `new-${random(3)}`),
        () => protect(document, [entry.urn]),
        () => unprotect(document, 'all'),
        () => taint(document, [entry.urn]),
        () => untaint(document, 'all'),
      ])?.()
      if (!edit) return undefined
      if (hasError(edit.problems)) {
        return hasReason(edit.problems) && edit.document === document ? undefined : shown(document)
      }
      const reported = new Set(edit.problems.flatMap(({ code, urns = [] }) => (code === 'leftInCloud' ? urns : [])))
      const isReported = edit.changed.removed.every(
        (each) => !isInCloud(each) || each.external || reported.has(each.urn),
      )
      return isValid(edit.document) && isReported ? undefined : shown(document)
    })
    expect(fault).toBeUndefined()
  })

  it('have the same bytes after unprotect and protect, and after untaint and taint, in any key order', () => {
    const fault = firstFault(150, (random) => {
      const plain = randomState(random, 12)
      const document = random(2) === 0 ? plain : shuffled(random, plain)
      const live = resourcesOf(document).filter((entry) => !entry.delete)
      const isSame = (a: StateDocument, b: StateDocument) => JSON.stringify(a) === JSON.stringify(b)
      const set = live.filter((entry) => entry.protect).map(({ urn }) => urn)
      const unset = live.filter((entry) => !entry.protect).map(({ urn }) => urn)
      const urns = live.map(({ urn }) => urn)
      const tainted = taint(document, urns).document
      const isRight =
        isSame(protect(unprotect(document, set).document, set).document, document) &&
        isSame(unprotect(protect(document, unset).document, unset).document, document) &&
        isSame(taint(untaint(tainted, urns).document, urns).document, tainted) &&
        isSame(untaint(tainted, urns).document, document)
      return isRight ? undefined : shown(document)
    })
    expect(fault).toBeUndefined()
  })
})

it('unprotect removes the key from an entry that a CLI wrote, and protect adds it where a CLI writes it', () => {
  const entry: Resource = {
    urn: 'urn:pulumi:a::b::c::d',
    custom: true,
    id: 'i',
    type: 'c',
    inputs: {},
    protect: true,
    modified: '2026-01-05T09:00:00Z',
  }
  const document: StateDocument = { version: 3, deployment: { resources: [entry] } }
  const { document: off } = unprotect(document, 'all')
  expect(Object.keys(resourcesOf(off)[0] ?? {})).toEqual(['urn', 'custom', 'id', 'type', 'inputs', 'modified'])
  expect(JSON.stringify(protect(off, 'all').document)).toBe(JSON.stringify(document))
})
