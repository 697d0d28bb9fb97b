import type { EditProblem } from '#contract/edits.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { type DraftEntry, editValid, error, type StateEdit, warning } from './edit.ts'
import { findLive } from './targets.ts'

/** Protects live entries from deletion, until the program changes that (docs/state.md, Flags). */
export const protect = (base: StateDocument, urns: readonly string[] | 'all'): StateEdit =>
  setFlag(
    base,
    urns,
    'protect',
    true,
    'The next update takes the protection off again unless the program sets the option, too.',
  )

export const unprotect = (base: StateDocument, urns: readonly string[] | 'all'): StateEdit =>
  setFlag(
    base,
    urns,
    'protect',
    false,
    'A program that still says "protect" restores the protection at the next update.',
  )

/**
 * Marks live entries for replacement by the next pulumi update; from then on the stack needs a CLI that supports the
 * feature.
 */
export const taint = (base: StateDocument, urns: readonly string[]): StateEdit =>
  setFlag(
    base,
    urns,
    'taint',
    true,
    'Everyone who works on this stack now needs CLI 3.192 or later: a tainted resource raises the version of the state to 4.',
  )

export const untaint = (base: StateDocument, urns: readonly string[] | 'all'): StateEdit =>
  setFlag(base, urns, 'taint', false)

type Flag = 'protect' | 'taint'

function setFlag(
  base: StateDocument,
  urns: readonly string[] | 'all',
  flag: Flag,
  value: boolean,
  consequence?: string,
): StateEdit {
  return editValid(base, (document, draft) => {
    const resources = document.deployment.resources ?? []
    const all = () => ({
      live: new Set(resources.flatMap((entry, at) => (entry.delete ? [] : [at]))),
      problems: [] as EditProblem[],
    })
    const { live, problems } = urns === 'all' ? all() : findLive(resources, urns)
    const changed = draft.map(({ at, resource }): DraftEntry => ({
      at,
      resource: live.has(at) ? withFlag(resource, flag, value) : resource,
    }))
    const isChange = changed.some(({ resource }, at) => resource !== resources[at])
    if (urns !== 'all' && urns.length === 0) problems.push(error('noTarget', 'No resource was named.'))
    if (isChange && consequence && problems.length === 0) problems.push(warning('program', consequence))
    return { draft: changed, problems }
  })
}

/**
 * Sets a flag. The CLI omits a flag that is not set, so the key is removed, unless it was at a place where the CLI
 * would not write it: then it stays as false, so that setting the flag again restores the same bytes.
 */
function withFlag(resource: Resource, flag: Flag, value: boolean): Resource {
  if (Boolean(resource[flag]) === value) return resource
  if (value) return Object.hasOwn(resource, flag) ? { ...resource, [flag]: true } : withKey(resource, flag)
  const { [flag]: _off, ...rest } = resource
  const without = rest as Resource // `rest` still has URN and type
  const isInPlace = Object.keys(withKey(without, flag)).join() === Object.keys(resource).join()
  return isInPlace ? without : { ...resource, [flag]: false }
}

/** The keys that a CLI writes before a flag, in order (docs/state.md, Resource entries). */
const BEFORE_PROTECT = ['urn', 'custom', 'delete', 'id', 'type', 'inputs', 'outputs', 'parent']
const BEFORE = { protect: BEFORE_PROTECT, taint: [...BEFORE_PROTECT, 'protect'] } as const

/** Sets the flag at the place where a CLI writes it. */
function withKey(resource: Resource, flag: Flag): Resource {
  const entries = Object.entries(resource)
  const last = entries.findLastIndex(([key]) => BEFORE[flag].includes(key))
  return Object.fromEntries(entries.toSpliced(last + 1, 0, [flag, true])) as Resource // all of its keys, and one more
}
