import { type Asked, type Double, pageOf, type Reply, startDouble, type Stored, xml } from './double.ts'

/** An error as Blob Storage writes it. */
export const azureError = (status: number, code: string, headers: Record<string, string> = {}, more = ''): Reply => ({
  status,
  headers: { 'Content-Type': 'application/xml', 'x-ms-error-code': code, ...headers },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} in words</Message>${more}</Error>`,
})

/** The account that it has. */
export const AZURE_ACCOUNT = 'acme'

/** Starts a container `acme-state` of Azure Blob Storage, addressed as an emulator. A copy is done when asked again. */
export const startAzureDouble = (): Promise<Double> =>
  startDouble({ mark: (writes) => `0x8D${writes.toString(16).padStart(12, '0')}`.toUpperCase(), answer })

const quoted = (mark: string) => `"${mark}"`
const factsOf = ({ mark, at, headers }: Stored) => ({
  ETag: quoted(mark),
  'Last-Modified': new Date(at).toUTCString(),
  'x-ms-blob-type': 'BlockBlob',
  ...headers,
})

function answer(asked: Asked, double: Double): Reply {
  const { method, path, query, headers } = asked
  const [, account, container, ...rest] = path.split('/')
  if (account !== AZURE_ACCOUNT || container !== 'acme-state') return azureError(404, 'ContainerNotFound')
  if (query.get('comp') === 'list') return listing(query, double)
  const key = rest.join('/')
  const stored = double.objects.get(key)
  if (method === 'PUT') return written(asked, key, double)
  if (!stored) return azureError(404, 'BlobNotFound')
  if (method === 'DELETE') {
    if (headers['if-match'] !== undefined && headers['if-match'] !== quoted(stored.mark))
      return azureError(412, 'ConditionNotMet')
    double.objects.delete(key)
    return { status: 202 }
  }
  const version = query.get('versionid')
  const found = version === null ? stored : [stored, ...stored.past].find(({ mark }) => mark === version)
  if (!found) return azureError(404, 'BlobNotFound')
  if (headers['if-none-match'] === quoted(found.mark)) return azureError(304, 'ConditionNotMet')
  const facts = { ...factsOf(found), 'x-ms-copy-status': 'success' }
  // The rest of an object whose connection was cut.
  const from = Number(/^bytes=(\d+)-/.exec(String(headers['x-ms-range'] ?? headers.range))?.[1] ?? 0)
  return { status: from > 0 ? 206 : 200, headers: facts, body: found.bytes.subarray(from) }
}

function written({ headers, body }: Asked, key: string, double: Double): Reply {
  const before = double.objects.get(key)
  const match = headers['if-match']
  if (headers['if-none-match'] === '*' && before) return azureError(409, 'BlobAlreadyExists')
  if (match !== undefined && match !== quoted(before?.mark ?? '')) return azureError(412, 'ConditionNotMet')
  const source = headers['x-ms-copy-source']
  if (source === undefined) return { status: 201, headers: factsOf(double.put(key, body)) }
  const from = double.objects.get(
    decodeURIComponent(new URL(String(source)).pathname)
      .split('/')
      .slice(3)
      .join('/'),
  )
  if (!from) return azureError(404, 'CannotVerifyCopySource')
  const copy = { 'x-ms-copy-id': 'copy', 'x-ms-copy-status': 'pending' }
  return { status: 202, headers: { ...factsOf(double.put(key, from.bytes)), ...copy } }
}

/** Names that XML cannot have are written in form encoding. */
const nameOf = (key: string): string =>
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f]/.test(key) ? `<Name Encoded="true">${encodeURIComponent(key)}</Name>` : `<Name>${xml(key)}</Name>` // prettier-ignore

function listing(query: URLSearchParams, double: Double): Reply {
  const { items, next } = pageOf(
    double,
    { prefix: query.get('prefix') ?? '', from: query.get('startFrom'), token: query.get('marker') },
    Math.min(double.pageSize, Number(query.get('maxresults') ?? 5_000)),
  )
  const hasVersions = (query.get('include') ?? '').includes('versions')
  const blobs = items.flatMap(({ key, stored }) =>
    [...(hasVersions ? stored.past.toReversed() : []), stored].map((each) => {
      const version = `<VersionId>${each.mark}</VersionId>${each === stored ? '<IsCurrentVersion>true</IsCurrentVersion>' : ''}`
      return `<Blob>${nameOf(key)}${hasVersions ? version : ''}<Properties><Last-Modified>${new Date(each.at).toUTCString()}</Last-Modified><Etag>${each.mark}</Etag><Content-Length>${each.bytes.length}</Content-Length><BlobType>BlockBlob</BlobType></Properties></Blob>` // prettier-ignore
    }),
  )
  return {
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0"?><EnumerationResults ContainerName="acme-state"><Blobs>${blobs.join('')}</Blobs><NextMarker>${xml(next ?? '')}</NextMarker></EnumerationResults>`,
  }
}
