import { startTransition, useEffect, useState } from 'react'

/** More rows than a high window shows. */
export const FIRST_ROWS = 30

/**
 * The first rows of a long list when it is mounted, all of them once these are on screen: rows that nobody sees yet must
 * not delay those at the top.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(rows.length <= FIRST_ROWS)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return isWhole ? rows : rows.slice(0, FIRST_ROWS)
}
