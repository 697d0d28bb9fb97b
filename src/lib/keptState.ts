import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { TAB_PREFIX } from './tabStorage.ts'

/** A longer value is not kept: it would be written at each key that is typed. */
const LONGEST = 500_000

/** What a page kept under a name, as it was when the page was opened, and a stable function that keeps something else. */
export type Kept<Value> = readonly [first: Value, keep: (value: Value) => void]

/**
 * A place in the tab's storage for what a reload and *back* bring back; another visit of the page starts without it. It
 * ends with the session.
 */
export function useKept<Value>(name: string, isValue: (value: unknown) => value is Value, initial: Value): Kept<Value> {
  const isBack = useNavigationType() === 'POP'
  const { pathname } = useLocation()
  const key = `${TAB_PREFIX}kept${pathname}#${name}`
  const [first] = useState(() => (isBack ? read(key, isValue, initial) : initial))
  const keep = useCallback((value: Value) => write(key, value), [key])
  return [first, keep]
}

/** State that is kept so. */
export function useKeptState<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
  initial: Value,
): readonly [Value, (next: Value) => void] {
  const [first, keep] = useKept(name, isValue, initial)
  const [value, setValue] = useState(first)
  useEffect(() => keep(value), [keep, value])
  return [value, setValue]
}

function read<Value>(key: string, isValue: (value: unknown) => value is Value, initial: Value): Value {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '')
    return isValue(value) ? value : initial
  } catch {
    return initial // none, not readable, or storage denied
  }
}

function write(key: string, value: unknown): void {
  try {
    // A text can have any size: a pasted log is not copied at each key.
    const text = typeof value === 'string' && value.length > LONGEST ? undefined : JSON.stringify(value)
    if (text === undefined || text.length > LONGEST) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // With storage full or denied, nothing is kept.
  }
}
