import { z } from 'zod'
import { GROUPINGS, type Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { Changes } from '#domain/graphLayout/open.ts'

/** Keys of groups in an address: base 36, joined by dots. Anything else is ignored. */
const Keys = z
  .string()
  .catch('')
  .transform(
    (text) => new Set(text.split('.').flatMap((part) => (/^[0-9a-z]{1,7}$/.test(part) ? [parseInt(part, 36)] : []))),
  )

const Address = z.object({
  urn: z.string().optional().catch(undefined),
  /** Position in the state, only if two entries share a URN. */
  index: z.coerce.number().int().nonnegative().optional().catch(undefined),
  open: Keys,
  shut: Keys,
  /** How children are grouped if there are too many. */
  group: z.enum(GROUPINGS).catch('auto'),
})

/** The view state in the address; invalid values count as absent. */
export function readAddress(
  search: URLSearchParams,
): { urn?: string | undefined; index?: number | undefined; grouping: Grouping } & Changes {
  const { urn, index, open, shut, group } = Address.parse(Object.fromEntries(search))
  return { urn, index, grouping: group, opened: open, shut }
}

/** The address with another grouping; open groups of the former one are dropped. */
export function withGrouping(search: URLSearchParams, grouping: Grouping): URLSearchParams {
  const next = withPlace(withChanges(search, { opened: new Set(), shut: new Set() }), undefined)
  if (grouping === 'auto') next.delete('group')
  else next.set('group', grouping)
  return next
}

const keysText = (keys: ReadonlySet<number>): string => [...keys].map((key) => key.toString(36)).join('.')

/** The address with other open groups; all else is kept. */
export function withChanges(search: URLSearchParams, { opened, shut }: Changes): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, keys] of [
    ['open', opened],
    ['shut', shut],
  ] as const) {
    if (keys.size > 0) next.set(name, keysText(keys))
    else next.delete(name)
  }
  return next
}

/** The address with another view; none if everything is in view. */
export function withPlace(search: URLSearchParams, place: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (place === undefined) next.delete('at')
  else next.set('at', place)
  return next
}

/** The address with another selection; all else is kept. */
export function withSelection(search: URLSearchParams, urn: string | undefined, index?: number): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('urn')
  next.delete('index')
  if (urn !== undefined) next.set('urn', urn)
  if (urn !== undefined && index !== undefined) next.set('index', String(index))
  return next
}
