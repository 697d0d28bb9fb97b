import type { Deps } from '../deps.ts'
import type { StackListing } from '../store/port.ts'
import { badRequest } from './errors.ts'
import { listView } from './stacks.ts'

const PAGE = 500
type Name = [org: string, project: string, name: string]

/**
 * `pulumi stack ls` (service-api 3.1): filters, and pages that go on after the last name told, so that a stack made or
 * removed between two pages makes no other one come twice or not at all.
 */
export async function listStacks(deps: Deps, query: Record<string, string>) {
  const { project, organization, tagName, tagValue, continuationToken, maxResults } = query
  const after = continuationToken ? nameOf(continuationToken) : undefined
  const limit = pageSize(maxResults)
  const rows = await deps.store.read((reader) =>
    reader.stacks({ ...(project ? { project } : {}), ...(organization ? { org: organization } : {}) }),
  )
  const left = rows.filter(
    (row) =>
      (after === undefined || isAfter(row, after)) &&
      (!tagName || (Object.hasOwn(row.tags, tagName) && (tagValue === undefined || row.tags[tagName] === tagValue))),
  )
  const page = left.slice(0, limit)
  const last = page.at(-1)
  return {
    stacks: page.map(listView),
    continuationToken: last !== undefined && left.length > page.length ? tokenOf(last) : null,
  }
}

function pageSize(text: string | undefined): number {
  if (!text) return PAGE
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 1) throw badRequest('maxResults must be a whole number, 1 or more.')
  return Math.min(size, PAGE)
}

/** The store's order: names are ASCII, so every store sorts them alike. */
function isAfter(row: StackListing, [org, project, name]: Name): boolean {
  if (row.org !== org) return row.org > org
  if (row.project !== project) return row.project > project
  return row.name > name
}

/** Base64url: the CLI pastes tokens into addresses as they are (service-api 1.1). */
const tokenOf = (row: StackListing): string =>
  btoa([row.org, row.project, row.name].join('/')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function nameOf(token: string): Name {
  try {
    const [org, project, name, ...more] = atob(token.replaceAll('-', '+').replaceAll('_', '/')).split('/')
    if (org !== undefined && project !== undefined && name !== undefined && more.length === 0)
      return [org, project, name]
  } catch {
    // not base64: answered below
  }
  throw badRequest('the continuation token is not one of this server')
}
