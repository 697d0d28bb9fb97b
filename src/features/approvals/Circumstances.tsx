import type { Approval } from '#contract/approvals.ts'
import { list, plural } from '#words/counts.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Demand } from './Demand.tsx'
import { RunBy } from './RunBy.tsx'

type Props = {
  approval: Approval
  /** In what other steps differ from this one: that is left out. */
  without?: { rules: boolean; demand: boolean }
  /** How many steps it is about. */
  steps?: number
  /** Whether the page says already who runs it. */
  isOnRun: boolean
}

/** By which rule it waits, who has to decide, and who asks; of several steps, only what they have in common. */
export const Circumstances = ({ approval, without = { rules: false, demand: false }, steps = 1, isOnRun }: Props) => (
  <KeyValue
    className="content-start"
    items={[
      ...(without.rules
        ? []
        : [{ label: plural(approval.rules.length, 'Rule', 'Rules'), value: <Rules approval={approval} /> }]),
      ...(without.demand ? [] : [{ label: 'Needs', value: <Demand approval={approval} steps={steps} /> }]),
      ...(isOnRun ? [] : [{ label: 'Run by', value: <RunBy run={approval} /> }]),
    ]}
  />
)

/** All rules that hold a step, and what the first one says. */
export const Rules = ({ approval: { rules, why } }: { approval: Approval }) => (
  <>
    <span className="font-medium">{list(rules.map(({ name }) => name))}</span>
    <span className="block text-sm text-muted">{why}</span>
  </>
)
