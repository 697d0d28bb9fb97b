import { type Asked, type Double, iso, pageOf, type Reply, startDouble, type Stored } from './double.ts'

const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

/** An error as Cloud Storage writes it. */
export const gcsError = (status: number, reason: string, message = reason, headers = {}): Reply => {
  const reply = json({ error: { code: status, message, errors: [{ domain: 'global', reason, message }] } }, status)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** Starts a bucket `acme-state` of Google Cloud Storage. */
export const startGcsDouble = (): Promise<Double> => startDouble({ mark: String, answer })

/** A rewrite answers once that it is not done, and which part comes next. */
const FIRST_PART = 'the second part'

function answer(asked: Asked, double: Double): Reply {
  const { method, rawPath, query, body } = asked
  const [, bucket, key, target] =
    /^(?:\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+)(?:\/rewriteTo\/b\/[^/]+\/o\/([^/]+))?)?$/.exec(rawPath) ??
    []
  if (bucket !== 'acme-state') return gcsError(404, 'notFound', 'The specified bucket does not exist.')
  if (key === undefined) return method === 'POST' ? uploaded(query, body, double) : listing(query, double)
  const name = decodeURIComponent(key)
  const stored = double.objects.get(name)
  const generation = query.get('generation')
  const found =
    generation === null ? stored : [stored, ...(stored?.past ?? [])].find((each) => each?.mark === generation)
  if (!stored || !found) return gcsError(404, 'notFound', `No such object: acme-state/${name}`)
  if (target !== undefined) {
    if (!query.has('rewriteToken')) return json({ done: false, rewriteToken: FIRST_PART })
    double.put(decodeURIComponent(target), stored.bytes)
    return json({ done: true })
  }
  if (method === 'DELETE') {
    if (!matches(query, stored)) return gcsError(412, 'conditionNotMet')
    double.objects.delete(name)
    return { status: 204 }
  }
  if (query.get('ifGenerationNotMatch') === found.mark) return { status: 304 }
  if (query.get('alt') !== 'media') return json(item(name, found))
  const headers = {
    'X-Goog-Generation': found.mark,
    'Last-Modified': new Date(found.at).toUTCString(),
    ...found.headers,
  }
  return { status: 200, headers, body: found.bytes }
}

const matches = (query: URLSearchParams, stored: Stored | undefined): boolean =>
  [null, stored?.mark ?? '0'].includes(query.get('ifGenerationMatch'))

function uploaded(query: URLSearchParams, body: Uint8Array, double: Double): Reply {
  const name = query.get('name') ?? ''
  if (!matches(query, double.objects.get(name))) return gcsError(412, 'conditionNotMet')
  return json(item(name, double.put(name, body)))
}

const item = (name: string, { bytes, at, mark }: Stored) => ({
  name,
  size: String(bytes.length),
  updated: iso(at),
  generation: mark,
})

function listing(query: URLSearchParams, double: Double): Reply {
  const { items, next } = pageOf(
    double,
    {
      prefix: query.get('prefix') ?? '',
      from: query.get('startOffset'),
      token: query.get('pageToken'),
    },
    Math.min(double.pageSize, Number(query.get('maxResults') ?? 1_000)),
  )
  const all = items.flatMap(({ key, stored }) => [
    ...(query.get('versions') === 'true'
      ? stored.past.map((past) => ({ ...item(key, past), timeDeleted: iso(stored.at) }))
      : []),
    item(key, stored),
  ])
  return json({ items: all, ...(next !== undefined && { nextPageToken: next }) })
}
