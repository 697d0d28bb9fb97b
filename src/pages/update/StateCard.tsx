import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { editQueries } from '#src/api/edits.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { DiffView } from '#src/features/diff/DiffView.tsx'
import { ResourceLinks } from '#src/features/resources/ResourceLinks.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** What an ended update changed in the state; fetched when opened. `isFirstOpen`: nothing else shows what changed. */
export function StateCard({
  run: { stack, version },
  isFirstOpen = false,
}: {
  run: UpdateDetail
  isFirstOpen?: boolean
}) {
  const [isOpen, setOpen] = useState(isFirstOpen)
  const [from, to] = [(version ?? 1) - 1, version ?? 1]
  const { data, error, refetch, isFetching } = useQuery({
    ...editQueries.compare(stack, { from, to }),
    enabled: isOpen,
  })
  return (
    <Card
      look="section"
      title={`State · version ${from} to ${to}`}
      actions={
        <LinkButton size="sm" to={paths.compare(stack, { from, to })}>
          Compare
        </LinkButton>
      }
    >
      <details open={isFirstOpen} className="group min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <DisclosureSummary>State diff</DisclosureSummary>
        <div className="min-w-0 pt-3">
          {error ? (
            <ErrorView title="The two versions could not be compared" {...failureOf({ error, refetch, isFetching })} />
          ) : data ? (
            <DiffView
              diff={data.diff}
              heads={[`Version ${from}`, `Version ${to}`]}
              linksOf={({ change, urn }) => change !== 'removed' && <ResourceLinks stack={stack} urn={urn} />}
              nothing="Nothing: the state is the same as before."
            />
          ) : isOpen ? (
            <Skeleton label="Comparing" rows={3} />
          ) : null}
        </div>
      </details>
    </Card>
  )
}
