import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { FUTURE_KEY, pick, type Random, randomState, seeded } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { deleteResources } from './deleteResources.ts'
import { hasError, type StateEdit } from './edit.ts'
import { protect, taint, unprotect, untaint } from './flags.ts'
import { moveResources } from './moveResources.ts'
import { renameResource } from './renameResource.ts'
import { setProperty, setProviderVersion } from './setProperty.ts'

const resourcesOf = ({ deployment }: StateDocument) => deployment.resources ?? []
const anyEntry = (random: Random, document: StateDocument): Resource =>
  pick(random, resourcesOf(document)) ?? { urn: 'urn:pulumi:a::b::c::d', type: 'c' }

function randomEdit(random: Random, document: StateDocument): StateEdit {
  const entry = anyEntry(random, document)
  const target = { urn: entry.urn, id: entry.id ?? '' }
  const edits = [
    () => deleteResources(document, [target], { withDependents: random(2) === 0, force: random(2) === 0 }),
    () => renameResource(document, entry.urn, `new-${random(1000)}`),
    () => protect(document, [entry.urn, anyEntry(random, document).urn]),
    () => unprotect(document, random(5) === 0 ? 'all' : [entry.urn]),
    () => taint(document, [entry.urn]),
    () => untaint(document, 'all'),
    () => setProperty(document, target, ['inputs', 'tags', 'deep', 'size'], random(100)),
    () => setProviderVersion(document, target, `3.${random(9)}.0`),
    () =>
      moveResources(document, randomState(random, 5, { project: 'other', stack: 'prod' }), [entry.urn], {
        destination: { project: 'other', stack: 'prod' },
        includeParents: random(2) === 0,
      }).source,
  ]
  return (pick(random, edits) ?? (() => protect(document, 'all')))()
}

/** What every other change must keep: ciphertexts and unknown keys, entry by entry. */
const kept = (document: StateDocument) =>
  new Map(
    resourcesOf(document).map((entry) => [
      JSON.stringify([entry[FUTURE_KEY], entry.id]),
      JSON.stringify(entry.inputs?.['password']),
    ]),
  )

const isUnchanged = ({ changed }: StateEdit) =>
  changed.added.length + changed.removed.length + changed.changed.length + changed.moved.length === 0

const { deployment: _body, ...wrapperKeys } = randomState(seeded(1), 3)

describe.each(Array.from({ length: 20 }, (_, index) => index + 1))('random edits, seed %i', (seed) => {
  it('keep a valid state valid, and leave everything else unchanged', () => {
    const random = seeded(seed)
    let document = randomState(random, 40)
    const { manifest, metadata, secrets_providers, [FUTURE_KEY]: future } = document.deployment
    expect(verify(document.deployment)).toEqual([])
    let done = 0
    for (let step = 0; step < 15; step++) {
      const edit = randomEdit(random, document)
      const isRefused = hasError(edit.problems)
      expect(edit.document === document).toBe(isRefused || isUnchanged(edit))
      const before = kept(document)
      expect([...kept(edit.document)].every(([entry, password]) => before.get(entry) === password)).toBe(true)
      const { removed, added } = edit.changed
      expect(resourcesOf(edit.document)).toHaveLength(resourcesOf(document).length - removed.length + added.length)
      expect(verify(edit.document.deployment)).toEqual([])
      document = edit.document
      if (!isRefused) done++
    }
    expect(done).toBeGreaterThan(3)
    expect(document.deployment).toMatchObject({ manifest, metadata, secrets_providers, [FUTURE_KEY]: future })
    expect(document[FUTURE_KEY]).toBe(wrapperKeys[FUTURE_KEY])
    expect(document.deployment.pending_operations).toHaveLength(2)
    const isVersion4 = resourcesOf(document).some(
      ({ taint: isTainted, replaceWith, viewOf }) => isTainted || replaceWith || viewOf,
    )
    expect(document.version).toBe(isVersion4 ? 4 : 3)
  })

  it('restore the same bytes when they are followed by their inverse', () => {
    const random = seeded(seed)
    const document = randomState(random, 40)
    const text = JSON.stringify(document)
    const entry = pick(
      random,
      resourcesOf(document).filter(({ delete: old, protect: isProtected }) => !old && !isProtected),
    )
    if (!entry) throw new Error('the state has no entry that can be renamed')
    const name = entry.urn.split('::').at(-1) ?? ''
    const there = renameResource(document, entry.urn, 'elsewhere')
    const newUrn = there.changed.urnsChanged[0]?.to ?? entry.urn
    const pairs: [StateEdit, (changed: StateDocument) => StateEdit][] = [
      [there, (changed) => renameResource(changed, newUrn, name)],
      [protect(document, [entry.urn]), (changed) => unprotect(changed, [entry.urn])],
      [taint(document, [entry.urn]), (changed) => untaint(changed, [entry.urn])],
    ]
    const isTwin = resourcesOf(document).filter(({ urn }) => urn === entry.urn).length > 1
    if (isTwin) pairs.shift() // refused, because the target is ambiguous
    else if (entry.inputs?.['name'] !== undefined) {
      pairs.push([
        setProperty(document, entry.urn, ['inputs', 'name'], 'x'),
        (changed) => setProperty(changed, entry.urn, ['inputs', 'name'], entry.inputs?.['name']),
      ])
    }
    for (const [edit, inverse] of pairs) {
      expect(edit.problems.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(edit.document).not.toBe(document)
      expect(JSON.stringify(inverse(edit.document).document) === text).toBe(true)
    }
  })
})

it('visits a chain of dependencies once', () => {
  const providers = randomState(seeded(7), 0).deployment.resources ?? []
  const urn = (index: number) => `urn:pulumi:dev::shop::aws:s3:Bucket::b${index}`
  const chain = (length: number): StateDocument => {
    const buckets = Array.from({ length }, (_, index): Resource => ({
      urn: urn(index),
      type: 'aws:s3:Bucket',
      ...(index > 0 && { dependencies: [urn(index - 1)] }),
    }))
    return { version: 3, deployment: { resources: [...providers, ...buckets] } }
  }
  const removed = (document: StateDocument) =>
    deleteResources(document, [urn(1)], { withDependents: true }).changed.removed
  expect(removed(chain(30_000))).toHaveLength(29_999)
  const removing = (length: number) => {
    const document = chain(length)
    return () => removed(document)
  }
  expect(growth(2000, removing)).toBeLessThan(LINEAR)
})
