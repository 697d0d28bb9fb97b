import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Entries } from '#src/features/resources/entries.ts'
import { type FocusAddress, readFocus, withFocus, withoutFocus } from './address.ts'

type Change = Parameters<typeof withFocus>[1]

/** The resources that are asked about and what is asked, with the ways to ask something else. */
export function useFocus(entries: Entries) {
  const [search, setSearch] = useSearchParams()
  const address = useMemo<FocusAddress | undefined>(() => readFocus(search), [search])
  const roots = useMemo(
    () => (address?.focus ?? []).map((urn) => entries.indexOf(urn)).filter((index) => index >= 0),
    [address, entries],
  )
  /** A step that the browser's Back undoes. */
  const step = (change: Change) => setSearch(withFocus(search, change), { preventScrollReset: true })
  return {
    address,
    roots,
    missing: address?.focus.filter((urn) => entries.indexOf(urn) < 0) ?? [],
    step,
    /** Another look at the same: Back goes to where it was asked. */
    tune: (change: Change) => setSearch(withFocus(search, change), { preventScrollReset: true, replace: true }),
    linkTo: (change: Change) => `?${withFocus(search, change)}`,
    mapLink: `?${withoutFocus(search)}`,
  }
}

export type Focus = ReturnType<typeof useFocus>
