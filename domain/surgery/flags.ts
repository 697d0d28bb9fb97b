import type { Resource, StateDocument } from '../checkpoint.ts'
import { type Draft, editValid, error, type Problem, type StateEdit, warning } from './edit.ts'
import { findLive } from './targets.ts'

/** Guards live entries against deletion, until the program says otherwise (integrity 5.2). */
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
    'A program that still says "protect" puts the protection back at the next update.',
  )

/** Marks live entries for replacement by the next update; from then on the stack needs a CLI that knows the feature. */
export const taint = (base: StateDocument, urns: readonly string[]): StateEdit =>
  setFlag(
    base,
    urns,
    'taint',
    true,
    'Everybody who works on this stack now needs CLI 3.192 or later: a tainted resource raises the version of the state to 4.',
  )

export const untaint = (base: StateDocument, urns: readonly string[] | 'all'): StateEdit =>
  setFlag(base, urns, 'taint', false)

function setFlag(
  base: StateDocument,
  urns: readonly string[] | 'all',
  flag: 'protect' | 'taint',
  value: boolean,
  consequence?: string,
): StateEdit {
  return editValid(base, (document, draft) => {
    const resources = document.deployment.resources ?? []
    const all = () => ({
      live: new Set(resources.flatMap((entry, at) => (entry.delete ? [] : [at]))),
      problems: [] as Problem[],
    })
    const { live, problems } = urns === 'all' ? all() : findLive(resources, urns)
    const changed = draft.map(({ at, resource }): Draft => ({
      at,
      resource: live.has(at) ? withFlag(resource, flag, value) : resource,
    }))
    const isChange = changed.some(({ resource }, at) => resource !== resources[at])
    if (urns !== 'all' && urns.length === 0) problems.push(error('noTarget', 'No resource was named.'))
    if (isChange && consequence && problems.length === 0) problems.push(warning('program', consequence))
    return { draft: changed, problems }
  })
}

function withFlag(resource: Resource, flag: 'protect' | 'taint', value: boolean): Resource {
  if (Boolean(resource[flag]) === value) return resource
  if (value) return { ...resource, [flag]: true }
  const { [flag]: _off, ...rest } = resource
  return rest as Resource // what is left has its URN and type still
}
