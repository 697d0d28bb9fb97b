import { type ConsoleLink, type Linkable } from './linkable.ts'

/** IDs of Azure are paths that its portal takes as they are, whatever the type. */
export function azureLink({ id, place }: Linkable): ConsoleLink | undefined {
  if (!id || !/^\/subscriptions\/[^/]+/.test(id)) return undefined
  const path = id.split('/').map(encodeURIComponent).join('/')
  const tenant = place?.tenant === undefined ? '' : `@${encodeURIComponent(place.tenant)}/`
  return { console: 'Azure', shows: 'one', url: `https://portal.azure.com/#${tenant}resource${path}` }
}
