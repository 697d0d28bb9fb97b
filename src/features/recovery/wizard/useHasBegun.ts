import { useState } from 'react'

/**
 * Whether there has been anything to resolve since the page was opened. From then on the wizard stays, even when nothing
 * is left, because it holds the answers that were entered and the request that is under way.
 */
export function useHasBegun(problems: number): boolean {
  const [hasBegun, setBegun] = useState(problems > 0)
  if (!hasBegun && problems > 0) setBegun(true)
  return hasBegun
}
