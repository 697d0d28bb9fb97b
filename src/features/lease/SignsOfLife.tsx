import type { Lease } from '#contract/leases.ts'
import { Time } from '#src/ui/Time.tsx'

/**
 * The last sign of life by kind. Renewal runs apart from the work: it proves that a process exists, only a write or an
 * event proves that something moves (docs/protocol.md, Verdict of a lease).
 */
export function SignsOfLife({ signs }: { signs: Lease['signs'] }) {
  const kinds = [
    { what: 'Renewed', none: 'Never renewed', at: signs.renewed },
    { what: 'State written', none: 'State never written', at: signs.write },
    { what: 'Engine event', none: 'No engine event', at: signs.event },
  ].toSorted((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity))
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds.map(({ what, none, at }) => (
        <li key={what} className={at === null ? 'text-muted' : undefined}>
          {at === null ? (
            none
          ) : (
            <>
              {what} <Time at={at} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
