import { useState } from 'react'
import { number } from '#words/counts.ts'
import { Button } from './Button.tsx'
import type { ButtonLook } from './buttonLook.ts'

type Toggle = { isWhole: boolean; total: number; onToggle: () => void }

/**
 * The first `few` of some items, or all of them; `toggle` is for the button between the two, and undefined where all are
 * shown anyway: `spare` more are not worth a button.
 */
export function useFirst<T>(items: readonly T[], few: number, spare = 0): { shown: readonly T[]; toggle?: Toggle } {
  const [isWhole, setWhole] = useState(false)
  if (items.length <= few + spare) return { shown: items }
  return {
    shown: isWhole ? items : items.slice(0, few),
    toggle: { isWhole, total: items.length, onToggle: () => setWhole(!isWhole) },
  }
}

/** Shows all of a list, or its first items again. `total`: in words, if the number alone does not say of what. */
export const ShowAll = ({
  isWhole,
  total,
  onToggle,
  ...button
}: Omit<Toggle, 'total'> & { total: number | string; look?: ButtonLook; className?: string }) => (
  <Button size="sm" aria-expanded={isWhole} onClick={onToggle} {...button}>
    {isWhole ? 'Show fewer' : `Show all ${typeof total === 'string' ? total : number(total)}`}
  </Button>
)
