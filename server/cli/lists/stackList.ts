import type { Deps } from '../../deps.ts'
import { hiddenFromCli } from '../../core/access/visible.ts'
import type { KnownUser } from '../../store/port/access.ts'
import type { StackName } from '../../store/port/stacks.ts'
import { badRequest } from '../cliError.ts'
import { listView } from '../stackViews.ts'

const PAGE = 500

/**
 * Lists stacks for `pulumi stack ls` (docs/protocol.md, Stacks): filters, and pages that continue after the last name
 * returned, so that creating or removing a stack between two pages neither repeats nor skips another.
 */
export async function listStacks(deps: Deps, query: Record<string, string>, user: KnownUser) {
  const { project, organization, tagName, tagValue, continuationToken, maxResults } = query
  const after = continuationToken ? nameOf(continuationToken) : undefined
  const limit = pageSize(maxResults)
  const rows = await deps.store.read(async (reader) =>
    reader.stackLines({
      hiddenOrgs: await hiddenFromCli(reader, user),
      ...(project ? { project } : {}),
      ...(organization ? { org: organization } : {}),
      ...(tagName ? { tag: { name: tagName, ...(tagValue === undefined ? {} : { value: tagValue }) } } : {}),
      ...(after === undefined ? {} : { after }),
      limit: limit + 1, // one extra row, to know whether there is another page
    }),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    stacks: page.map(listView),
    continuationToken: last !== undefined && rows.length > page.length ? tokenOf(last) : null,
  }
}

function pageSize(text: string | undefined): number {
  if (!text) return PAGE
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 1) throw badRequest('maxResults must be a whole number, 1 or more.')
  return Math.min(size, PAGE)
}

/** Base64url, because the CLI puts tokens into addresses unescaped (docs/protocol.md, Addresses and names). */
const tokenOf = (row: StackName): string =>
  btoa([row.org, row.project, row.name].join('/')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function nameOf(token: string): StackName {
  try {
    const [org, project, name, ...more] = atob(token.replaceAll('-', '+').replaceAll('_', '/')).split('/')
    if (org !== undefined && project !== undefined && name !== undefined && more.length === 0)
      return { org, project, name }
  } catch {
    // not base64: refused below
  }
  throw badRequest('the continuation token is not one of this server')
}
