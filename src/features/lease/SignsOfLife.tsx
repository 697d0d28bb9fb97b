import type { Lease } from '#contract/leases.ts'
import { Time } from '#src/ui/Time.tsx'

/**
 * The last sign of life of each kind. Renewals are independent of the work: they prove that a process exists, but only
 * a write or an event proves progress (docs/protocol.md, Verdict of a lease).
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
