import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Entries } from '#src/features/resources/entries.ts'
import { type FocusAddress, readFocus, withFocus, withoutFocus } from './address.ts'

type Change = Parameters<typeof withFocus>[1]

/** The resources and the question in the address, with functions to change the question. */
export function useFocus(entries: Entries) {
  const [search, setSearch] = useSearchParams()
  const address = useMemo<FocusAddress | undefined>(() => readFocus(search), [search])
  const roots = useMemo(
    () => (address?.focus ?? []).map((urn) => entries.indexOf(urn)).filter((index) => index >= 0),
    [address, entries],
  )
  /** A navigation that the browser's Back undoes. */
  const step = (change: Change) => setSearch(withFocus(search, change), { preventScrollReset: true })
  return {
    address,
    roots,
    missing: address?.focus.filter((urn) => entries.indexOf(urn) < 0) ?? [],
    step,
    /** Another view of the same question: Back skips it. */
    tune: (change: Change) => setSearch(withFocus(search, change), { preventScrollReset: true, replace: true }),
    linkTo: (change: Change) => `?${withFocus(search, change)}`,
    mapLink: `?${withoutFocus(search)}`,
  }
}

export type Focus = ReturnType<typeof useFocus>
