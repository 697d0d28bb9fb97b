import type { Approval } from '#contract/approvals.ts'
import { effects } from './words.ts'

type Props = {
  /** The steps to allow, of one run. */
  approvals: readonly Approval[]
  /** All steps of the run that can be decided. */
  all: readonly Approval[]
  /** The number of those that may lose data. */
  lost?: number
  /** The number of steps of the batch that are allowed already. */
  ready: number
}

/** What each of the buttons does that the user can use. */
export function Effects({ approvals, all, lost = 0, ready }: Props) {
  const { allow, refuse } = effects(approvals, all, { lost, ready })
  if (allow === undefined && refuse === undefined) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 max-sm:gap-y-2">
      {allow !== undefined && (
        <>
          <dt className="font-semibold">Allow</dt>
          <dd>{allow}</dd>
        </>
      )}
      {refuse !== undefined && (
        <>
          <dt className="font-semibold">Refuse</dt>
          <dd>{refuse}</dd>
        </>
      )}
    </dl>
  )
}
