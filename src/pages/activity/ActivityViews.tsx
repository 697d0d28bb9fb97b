import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { address, type AddressValues } from './filter.ts'

const usualViews = (login: string | undefined) => [
  { name: 'All activity', search: '' },
  { name: 'Running now', search: 'result=running' },
  { name: 'Failed', search: 'result=failed' },
  { name: 'Last 24 hours', search: 'since=24h' },
  { name: 'Interrupted', search: 'result=expired' },
  { name: 'Destroys', search: 'kind=destroy' },
  ...(login === undefined ? [] : [{ name: 'Mine', search: `by=${encodeURIComponent(login)}` }]),
]

/** The views of the list, with one of the user's own updates. */
export function ActivityViews({ choice }: { choice: AddressValues }) {
  const { data: session } = useQuery(sessionQueries.current())
  const search = new URLSearchParams(address.query(choice)).toString()
  return <ViewsMenu list="activity" search={search} usual={usualViews(session?.login)} />
}
