import { type ConsoleLink, type Linkable } from './linkable.ts'

/** Azure IDs are paths that its portal accepts as they are, for any type. */
export function azureLink({ id, place }: Linkable): ConsoleLink | undefined {
  if (!id || !/^\/subscriptions\/[^/]+/.test(id)) return undefined
  const path = id.split('/').map(encodeURIComponent).join('/')
  const tenant = place?.tenant === undefined ? '' : `@${encodeURIComponent(place.tenant)}/`
  return { console: 'Azure', shows: 'one', url: `https://portal.azure.com/#${tenant}resource${path}` }
}
