import type { PendingItem } from '#contract/recoveries.ts'
import { isByArn, placeWords } from '#domain/recoveries/pending/places.ts'
import { consoleLink } from '#domain/consoleLinks/consoleLink.ts'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'

type Props = { item: Pick<PendingItem, 'name' | 'resourceType' | 'intended' | 'live' | 'lateEvidence' | 'clues'> }

/** Links to the object of a pending operation in the provider's console, or to the list of its kind. */
export function LookUp({ item: { name, resourceType, intended, live, lateEvidence, clues } }: Props) {
  const placeOf = (label: string) => clues.find((clue) => clue.label === label)?.value
  const link = consoleLink({
    type: resourceType,
    id: lateEvidence.at(-1)?.resourceId ?? intended.id ?? live?.id ?? null,
    inputs: intended.inputs,
    outputs: live?.outputs,
    place: { region: placeOf('Region'), project: placeOf('Project'), tenant: placeOf('Tenant') },
  })
  if (!link) return null
  return (
    <ExternalLink href={link.url}>
      {link.shows === 'one' ? `Open in ${link.console}` : `Search in ${link.console}`}
      <span className="sr-only">for {name}</span>
    </ExternalLink>
  )
}

/** Where that is: in another account or region nothing is found, which proves nothing. */
export function Place({ item: { clues } }: { item: Pick<PendingItem, 'clues'> }) {
  const where = placeWords(clues)
  return (
    where !== '' && <span className="wrap-anywhere text-muted">{isByArn(clues) ? `probably ${where}` : where}</span>
  )
}
