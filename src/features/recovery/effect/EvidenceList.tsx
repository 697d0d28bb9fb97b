import type { Evidence } from '#contract/recoveries.ts'
import { Time } from '#src/ui/Time.tsx'
import { sourceWords } from '../words.ts'

/** Facts, each with its source and time, so that the user can weigh them. */
export const EvidenceList = ({ evidence }: { evidence: readonly Evidence[] }) => (
  <ul className="flex flex-col divide-y divide-line">
    {evidence.map(({ what, source, at }, index) => (
      <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        <span className="text-sm text-muted">
          {sourceWords[source]}
          {at !== null && (
            <>
              {', '}
              <Time at={at} />
            </>
          )}
        </span>
      </li>
    ))}
  </ul>
)
