import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { STEP, useAddressState } from '#src/lib/useAddressState.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { SplitPane } from '#src/ui/SplitPane.tsx'
import { NeverUpdated } from './NeverUpdated.tsx'
import { address } from './resources/address.ts'
import { GoneNotice, NothingLeft } from './resources/Gone.tsx'
import { PendingNotice } from './resources/PendingNotice.tsx'
import { ResourceFilters } from './resources/ResourceFilters.tsx'
import { ResourceRows } from './resources/ResourceRows.tsx'
import { SelectedResource } from './resources/SelectedResource.tsx'
import { useRows } from './resources/useRows.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(resourceQueries.list(stackOf(params)))

/** All resources of the state as a tree or a table, with search, type, order and selection in the address. */
export default function ResourcesPage() {
  const ref = useStackRef()
  const { data } = useSuspenseQuery(resourceQueries.list(ref))
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const [choice, change] = useAddressState(address)
  const rows = useRows(ref, data.resources, choice)
  const { urn } = choice
  if (data.resources.length === 0 && data.pending.length === 0) {
    return data.version === 0 ? <NeverUpdated stack={ref} /> : <NothingLeft />
  }
  const details = rows.selected >= 0 && (
    <SelectedResource
      stack={stack}
      rows={rows}
      linkTo={(other) => paths.resources(ref, address.query(choice, { urn: other }))}
      onClose={() => change({ urn: undefined }, STEP)}
    />
  )
  return (
    <>
      <PendingNotice stack={ref} pending={data.pending} />
      <ResourceFilters
        stack={ref}
        list={data}
        choice={choice}
        onChange={change}
        hits={rows.isHit ? rows.hits : undefined}
      />
      {urn !== undefined && !details && (
        <GoneNotice urn={urn} version={data.version} onDismiss={() => change({ urn: undefined })} />
      )}
      {/* In a wide window both panes have the height that is left, whatever is above them: they scroll, the page does not. */}
      <div className="lg:relative lg:min-h-96 lg:flex-1">
        <div className="lg:absolute lg:inset-0 lg:[container-type:size]">
          <SplitPane name="resource" label="Width of the details" side={details}>
            <ResourceRows rows={rows} choice={choice} onChange={change} />
          </SplitPane>
        </div>
      </div>
    </>
  )
}
