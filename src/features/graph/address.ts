import { z } from 'zod'
import type { Changes } from '#domain/graphLayout/open.ts'

/** Keys of groups as they stand in an address: base 36, joined by dots. What is no key is left out. */
const Keys = z
  .string()
  .catch('')
  .transform(
    (text) => new Set(text.split('.').flatMap((part) => (/^[0-9a-z]{1,7}$/.test(part) ? [parseInt(part, 36)] : []))),
  )

const Address = z.object({
  urn: z.string().optional().catch(undefined),
  /** Place in the state, only where two entries share a URN. */
  index: z.coerce.number().int().nonnegative().optional().catch(undefined),
  open: Keys,
  shut: Keys,
})

/** What the address says about the picture; anything it cannot mean counts as not said. */
export function readAddress(
  search: URLSearchParams,
): { urn?: string | undefined; index?: number | undefined } & Changes {
  const { urn, index, open, shut } = Address.parse(Object.fromEntries(search))
  return { urn, index, opened: open, shut }
}

const written = (keys: ReadonlySet<number>): string => [...keys].map((key) => key.toString(36)).join('.')

/** The address with these groups changed, and all else in it kept. */
export function withChanges(search: URLSearchParams, { opened, shut }: Changes): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, keys] of [
    ['open', opened],
    ['shut', shut],
  ] as const) {
    if (keys.size > 0) next.set(name, written(keys))
    else next.delete(name)
  }
  return next
}

/** The address with another selection, and all else in it kept. */
export function withSelection(search: URLSearchParams, urn: string | undefined, index?: number): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('urn')
  next.delete('index')
  if (urn !== undefined) next.set('urn', urn)
  if (urn !== undefined && index !== undefined) next.set('index', String(index))
  return next
}
