import type { Evidence } from '#contract/recoveries.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'
import { sourceWords } from '../words.ts'

type Props = {
  evidence: readonly Evidence[]
  /** Says how many there are. */
  isCounted?: boolean
  isOpen?: boolean
}

/** Facts, each with its source and time, so that the user can weigh them; nothing if there are none. */
export const EvidenceDetails = ({ evidence, isCounted = true, isOpen = false }: Props) =>
  evidence.length > 0 && (
    <Disclosure summary={isCounted ? `Evidence (${number(evidence.length)})` : 'Evidence'} open={isOpen}>
      <EvidenceList evidence={evidence} />
    </Disclosure>
  )

/** The facts themselves, with nothing to open. */
export const EvidenceList = ({ evidence }: Pick<Props, 'evidence'>) => (
  <ul aria-label="Evidence" className="flex flex-col divide-y divide-line">
    {evidence.map(({ what, source, at }, index) => (
      <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        {/* Most facts are of the state as it is now: only what is of another source, or of a time, says so. */}
        {(source !== 'state' || at !== null) && (
          <span className="text-sm text-muted">
            {sourceWords[source]}
            {at !== null && (
              <>
                {', '}
                <Time at={at} />
              </>
            )}
          </span>
        )}
      </li>
    ))}
  </ul>
)
