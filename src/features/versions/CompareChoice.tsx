import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Button } from '#src/ui/Button.tsx'

/** The two versions selected for comparison, the older first; a third replaces the one selected first. */
export function useCompareChoice(): { chosen: readonly number[]; toggle: (version: number) => void } {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return {
    chosen,
    toggle: (version) =>
      setChosen(chosen.includes(version) ? chosen.filter((each) => each !== version) : [...chosen, version].slice(-2)),
  }
}

/** Opens the comparison once two are selected. */
export function CompareButton({ stack, chosen }: { stack: StackRef; chosen: readonly number[] }) {
  const [from, to] = chosen.toSorted((a, b) => a - b)
  if (from === undefined || to === undefined) {
    return (
      <Button size="sm" blocked="Choose two versions in the list first.">
        Compare
      </Button>
    )
  }
  return (
    <LinkButton size="sm" look="primary" to={paths.compare(stack, { from, to })}>
      Compare {from} with {to}
    </LinkButton>
  )
}
