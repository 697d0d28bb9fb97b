import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useGoing } from './useGoing.ts'

/** The value of a parameter. */
export type Parameter = string | number | undefined
/** Each parameter by its name: a schema that reads its text, and is optional or has a default. */
type Shape = Readonly<Record<string, z.ZodType<Parameter>>>
type Values<Parameters extends Shape> = { [Name in keyof Parameters]: z.output<Parameters[Name]> }
/** New values; undefined is the default. */
type Change<Parameters extends Shape> = { [Name in keyof Parameters]?: Values<Parameters>[Name] | undefined }

/** The state that a page keeps in its address. */
export type AddressState<Parameters extends Shape> = {
  /** The values in an address. An invalid one is its default, and does not affect the others. */
  read: (search: URLSearchParams) => Values<Parameters>
  /** The parameters of a link to these values with a change: in the order of the declaration, without defaults. */
  query: (values: Values<Parameters>, change?: Change<Parameters>) => Record<string, string>
  names: readonly string[]
}
export type ValuesOf<State> = State extends AddressState<infer Parameters> ? Values<Parameters> : never
export type ChangeOf<State> = State extends AddressState<infer Parameters> ? Change<Parameters> : never

/**
 * Declares the parameters of a page. `position` names those of the position in its list (page, cursor), which any other
 * change drops, because the list is another one then.
 */
export function addressState<Parameters extends Shape>(
  shape: Parameters,
  position: readonly (keyof Parameters & string)[] = [],
): AddressState<Parameters> {
  const names = Object.keys(shape)
  const valueOf = (name: string, text: string | undefined): unknown => shape[name]?.safeParse(text).data
  const defaults = Object.fromEntries(names.map((name) => [name, valueOf(name, undefined)]))
  const start = Object.fromEntries(position.map((name) => [name, undefined]))
  return {
    names,
    read: (search) =>
      // The schema of each name gives the type of its value.
      Object.fromEntries(
        names.map((name) => [name, valueOf(name, search.get(name) || undefined) ?? defaults[name]]),
      ) as Values<Parameters>,
    query: (values, change = {}) => {
      const next: Record<string, Parameter> = { ...values, ...start, ...change }
      return Object.fromEntries(
        names.flatMap((name) => {
          const value = next[name]
          return value === undefined || value === '' || value === defaults[name] ? [] : [[name, String(value)]]
        }),
      )
    },
  }
}

/** How most changes reach the address: *back* leaves the page, and the page does not scroll. */
export const QUIET = { replace: true, preventScrollReset: true } as const
/** For a change that *back* takes back. */
export const STEP = { preventScrollReset: true } as const
/** For one that is like another page: *back* takes it back, and it begins at the top. */
export const VISIT = {} as const

/**
 * The values in the address, and a function that changes some of them. Parameters that are not declared, those of
 * another part of the page, stay. A change follows the one before, also while its data is still loading: fast picking
 * changes the request in flight, not the rows on screen.
 */
export function useAddressState<Parameters extends Shape>({ read, query, names }: AddressState<Parameters>) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const whereTo = useGoing()
  const values = useMemo(() => read(search), [read, search])
  const change = useCallback(
    (next: Change<Parameters>, options: NavigateOptions = QUIET): void => {
      const going = whereTo()
      const latest = going?.pathname === pathname ? new URLSearchParams(going.search) : search
      const others = [...latest].filter(([name]) => !names.includes(name))
      setSearch([...others, ...Object.entries(query(read(latest), next))], options)
    },
    [read, query, names, search, setSearch, pathname, whereTo],
  )
  return [values, change] as const
}
