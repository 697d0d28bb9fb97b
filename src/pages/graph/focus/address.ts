import { z } from 'zod'
import type { Question } from '#domain/graphQueries/reach.ts'
import { ALL_RELATIONS, RELATION, RELATIONS, type Relation } from '#domain/graphQueries/relationKinds.ts'

export const VIEWS = ['around', 'reach', 'path'] as const
export type FocusView = (typeof VIEWS)[number]

export const DEPTHS = ['1', '2', '3', 'all'] as const
export type Depth = (typeof DEPTHS)[number]

/** The question in the address, about one resource or several. */
export type FocusAddress = {
  /** URNs; the first one is the focus. */
  focus: readonly string[]
  view: FocusView
  depth: Depth
  /** Bits of `RELATION`. */
  kinds: number
  ask: Question
  /** The other end of a path. */
  to: string | undefined
  /** Index of the shown path. */
  way: number
  opened: { column: number; key: string } | undefined
  /** The filter of a blast radius: `protected`, `stateful`, `may`, `touched`, or a type. */
  only: string | undefined
}

const Address = z.object({
  view: z.enum(VIEWS).catch('around'),
  depth: z.enum(DEPTHS).catch('1'),
  ask: z.enum(['delete', 'replace', 'needs']).catch('delete'),
  way: z.coerce.number().int().positive().catch(1),
  to: z.string().optional(),
  only: z.string().optional(),
  unfold: z
    .string()
    .regex(/^-?\d+:/)
    .optional()
    .catch(undefined),
  kinds: z.string().optional(),
})

const isRelation = (word: string): word is Relation => word in RELATION

/** The question; undefined if the address names no resource. */
export function readFocus(search: URLSearchParams): FocusAddress | undefined {
  const focus = [...new Set(search.getAll('focus'))].filter((urn) => urn !== '')
  if (focus.length === 0) return undefined
  const { kinds, unfold, ...rest } = Address.parse(Object.fromEntries(search))
  const bits = (kinds ?? '').split('.').reduce((sum, word) => sum | (isRelation(word) ? RELATION[word] : 0), 0)
  const split = unfold?.indexOf(':') ?? -1
  return {
    focus,
    view: rest.view,
    depth: rest.depth,
    ask: rest.ask,
    to: rest.to,
    way: rest.way,
    only: rest.only,
    kinds: bits === 0 ? ALL_RELATIONS : bits,
    opened: unfold === undefined ? undefined : { column: Number(unfold.slice(0, split)), key: unfold.slice(split + 1) },
  }
}

type Change = Partial<
  Pick<FocusAddress, 'focus' | 'view' | 'depth' | 'kinds' | 'ask' | 'to' | 'way' | 'opened' | 'only'>
>

/** The address with another question; what belonged to the former one is dropped, all else is kept. */
export function withFocus(search: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | undefined, plain?: string) => {
    if (value === undefined || value === plain) next.delete(name)
    else next.set(name, value)
  }
  if (change.focus) {
    next.delete('focus')
    for (const urn of change.focus) next.append('focus', urn)
  }
  if (change.focus || 'view' in change || 'depth' in change || 'kinds' in change || 'ask' in change)
    next.delete('unfold')
  if (change.focus || 'view' in change || 'ask' in change) next.delete('only')
  if (change.focus || 'to' in change || 'view' in change) next.delete('way')
  if ('view' in change) set('view', change.view, 'around')
  if ('depth' in change) set('depth', change.depth, '1')
  if ('ask' in change) set('ask', change.ask, 'delete')
  if ('to' in change) set('to', change.to)
  if ('way' in change) set('way', change.way === undefined ? undefined : String(change.way), '1')
  if ('only' in change) set('only', change.only)
  if ('opened' in change) set('unfold', change.opened && `${change.opened.column}:${change.opened.key}`)
  if (change.kinds !== undefined) {
    const words = RELATIONS.filter((relation) => ((change.kinds ?? 0) & RELATION[relation]) !== 0)
    set('kinds', words.length === RELATIONS.length ? undefined : words.join('.'))
  }
  return next
}

/** The address of the map, without a question. */
export function withoutFocus(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['focus', 'view', 'depth', 'kinds', 'ask', 'to', 'way', 'unfold', 'only']) next.delete(name)
  return next
}
