import { fold, type Needle, needlesOf } from '#domain/search/needles.ts'
import type { SearchQuery } from '#domain/search/searchQuery.ts'
import { packageOf } from '#domain/search/indexedResource.ts'
import { parseUrn } from '#domain/state/urn.ts'
import type { Reader } from '../../store/port.ts'
import type { Found, FoundResource, ResourceFilter } from '../../store/port/search.ts'

/** Maximum number of results of the stack `near`, which come before those of all others. */
const MAX_NEAR = 20
const MAX_NEAR_EXAMINED = 5_000

/** Maximum number of rows that one search examines, with all its queries. */
export const MAX_EXAMINED = 50_000

/**
 * Finds resources, best match first: exact names, then names with that prefix, then names that contain the word; within
 * each, those of the stack `near` first. Each query is bounded by `limit`, so a word that half of all resources contain
 * costs no more than another; and all together by `examine`, so that words that few resources contain cost no more
 * either: then there may be more, and the result is not complete.
 */
export async function findResources(
  reader: Reader,
  query: SearchQuery,
  { near, limit, examine = MAX_EXAMINED }: { near?: string | undefined; limit: number; examine?: number },
): Promise<Pick<Found<FoundResource>, 'rows' | 'isComplete'>> {
  const filter = filterOf(query)
  if (filter === undefined) return { rows: [], isComplete: true }
  const [first] = query.words.map(fold)
  const best: Needle[] = first === undefined || first.length < 2 ? [] : [[`\n${first}\n`], [`\n${first}`]]
  const found = new Map<string, FoundResource>()
  const isOfProvider = ({ type }: FoundResource) =>
    query.provider === undefined || fold(packageOf(type)) === fold(query.provider)
  let left = examine
  let isComplete = true
  const ask = async (more: readonly Needle[], narrower: Partial<ResourceFilter> = {}) => {
    if (found.size >= limit) return
    const needles = [...more, ...filter.needles]
    const answer = await reader.findResources({ ...filter, limit, examine: left, ...narrower, needles })
    for (const row of answer.rows.toSorted(byPlace)) if (isOfProvider(row)) found.set(JSON.stringify(row), row)
    left -= answer.examined
    isComplete = answer.isComplete
  }
  if (near !== undefined && filter.stack === undefined)
    await ask([], { stack: { id: near }, limit: MAX_NEAR, examine: Math.min(left, MAX_NEAR_EXAMINED) })
  for (const needle of best) await ask([needle])
  await ask([]) // finds all; its result alone tells whether there may be more
  return { rows: [...found.values()].slice(0, limit), isComplete }
}

/** Undefined if nothing can be searched: only words of one letter. */
function filterOf({ words, type, stack, provider, id, isProtected, urn }: SearchQuery) {
  const parts = urn === undefined ? undefined : parseUrn(urn)
  const needles = words.length === 0 ? [] : needlesOf(words)
  if (needles === undefined) return undefined
  const filter: Omit<ResourceFilter, 'limit' | 'examine'> = {
    // The line of the type starts with the package; a name or an ID that starts the same way is removed afterwards.
    needles: provider === undefined ? needles : [...needles, [`\n${fold(provider)}:`]],
    type: type === undefined ? undefined : fold(type),
    id: id === undefined ? undefined : fold(id),
    isProtected,
    stack: stack === undefined ? undefined : { part: fold(stack) },
    ...(parts && {
      exactly: { name: parts.name, type: parts.type, parentType: parts.parentType },
      stack: { project: parts.project, name: parts.stack },
    }),
  }
  return filter
}

const byPlace = (a: FoundResource, b: FoundResource): number =>
  compared(a.stack.org, b.stack.org) ||
  compared(a.stack.project, b.stack.project) ||
  compared(a.stack.name, b.stack.name) ||
  compared(a.name, b.name)
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
