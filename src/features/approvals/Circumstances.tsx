import type { Approval } from '#contract/approvals.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Demand } from './Demand.tsx'
import { RunBy } from './RunBy.tsx'

/** Who asks, by which rule, and who has to decide. */
export const Circumstances = ({ approval }: { approval: Approval }) => (
  <KeyValue
    className="content-start"
    items={[
      { label: 'Run by', value: <RunBy run={approval} /> },
      {
        label: 'Rule',
        value: (
          <>
            <span className="font-medium">{approval.rules[0]?.name}</span>
            <span className="block text-sm text-muted">{approval.why}</span>
          </>
        ),
      },
      { label: 'Needs', value: <Demand approval={approval} /> },
    ]}
  />
)
