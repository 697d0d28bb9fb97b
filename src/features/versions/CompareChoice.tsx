import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Button } from '#src/ui/Button.tsx'

/** Two versions that were chosen to be compared, the older first; a third takes the place of the one chosen first. */
export function useCompareChoice(): { chosen: readonly number[]; toggle: (version: number) => void } {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return {
    chosen,
    toggle: (version) =>
      setChosen(chosen.includes(version) ? chosen.filter((each) => each !== version) : [...chosen, version].slice(-2)),
  }
}

/** Continues to the comparison, once there are two. */
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
