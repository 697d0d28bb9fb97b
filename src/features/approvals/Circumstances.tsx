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
}

/** Who asks, by which rule, and who has to decide; of several steps, only what they have in common. */
export const Circumstances = ({ approval, without = { rules: false, demand: false }, steps = 1 }: Props) => (
  <KeyValue
    className="content-start"
    items={[
      { label: 'Run by', value: <RunBy run={approval} /> },
      ...(without.rules
        ? []
        : [{ label: plural(approval.rules.length, 'Rule', 'Rules'), value: <Rules approval={approval} /> }]),
      ...(without.demand ? [] : [{ label: 'Needs', value: <Demand approval={approval} steps={steps} /> }]),
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
