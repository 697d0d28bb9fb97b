import { type Asked, type Double, iso, pageOf, type Reply, startDouble, type Stored, xml } from './double.ts'

/** An error as S3 writes it. */
export const s3Error = (status: number, code: string, headers: Record<string, string> = {}, more = ''): Reply => ({
  status,
  headers: { 'Content-Type': 'application/xml', ...headers },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} in words</Message>${more}</Error>`,
})

const ok = (body: string): Reply => ({ status: 200, headers: { 'Content-Type': 'application/xml' }, body })

/** How far the clock of a client may be off, as AWS has it. */
const SKEW_MS = 15 * 60_000

/** Starts a bucket `acme-state` of S3, addressed by its path; also a token service, for roles. */
export const startS3Double = (): Promise<Double> =>
  startDouble({ mark: (writes) => `"${writes.toString(16).padStart(32, '0')}"`, answer })

function answer(asked: Asked, double: Double): Reply {
  const { method, path, query, headers } = asked
  if (path === '/' && method === 'POST') return assumedRole(asked, double)
  const [, bucket, ...rest] = path.split('/')
  if (bucket !== 'acme-state') return s3Error(404, 'NoSuchBucket')
  const sent = Date.parse(String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (Math.abs(sent - double.now()) > SKEW_MS) return s3Error(403, 'RequestTimeTooSkewed')
  const key = rest.join('/')
  if (key === '' && query.has('uploads')) return ok('<ListMultipartUploadsResult></ListMultipartUploadsResult>')
  if (key === '') return query.has('versions') ? versions(query, double) : listing(query, double)
  const stored = double.objects.get(key)
  if (method === 'PUT') return written(asked, key, double)
  if (!stored) return method === 'DELETE' ? { status: 204 } : s3Error(404, 'NoSuchKey')
  if (method === 'DELETE') {
    if (headers['if-match'] !== undefined && headers['if-match'] !== stored.mark)
      return s3Error(412, 'PreconditionFailed')
    double.objects.delete(key)
    return { status: 204 }
  }
  const version = query.get('versionId')
  const found = version === null ? stored : [stored, ...stored.past].find(({ mark }) => mark === `"${version}"`)
  if (!found) return s3Error(404, 'NoSuchVersion')
  if (headers['if-none-match'] === found.mark) return { status: 304 }
  return { status: 200, headers: factsOf(found), body: found.bytes }
}

const factsOf = ({ mark, at, headers }: Stored) => ({
  ETag: mark,
  'Last-Modified': new Date(at).toUTCString(),
  ...headers,
})

function written({ headers, body }: Asked, key: string, double: Double): Reply {
  const before = double.objects.get(key)
  const match = headers['if-match']
  if (headers['if-none-match'] === '*' && before) return s3Error(412, 'PreconditionFailed')
  if (match !== undefined && !before) return s3Error(404, 'NoSuchKey')
  if (match !== undefined && match !== before?.mark) return s3Error(412, 'PreconditionFailed')
  const source = headers['x-amz-copy-source']
  if (source === undefined) return { status: 200, headers: { ETag: double.put(key, body).mark } }
  const from = double.objects.get(decodeURIComponent(String(source)).split('/').slice(1).join('/'))
  if (!from) return s3Error(404, 'NoSuchKey')
  const { mark, at } = double.put(key, from.bytes)
  return ok(`<CopyObjectResult><ETag>${xml(mark)}</ETag><LastModified>${iso(at)}</LastModified></CopyObjectResult>`)
}

/** Form encoding, as S3 writes keys where it is asked to. */
const encoded = (key: string): string => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')

const item = (key: string, { mark, at, bytes }: Stored): string =>
  `<Key>${xml(encoded(key))}</Key><LastModified>${iso(at)}</LastModified><ETag>${xml(mark)}</ETag><Size>${bytes.length}</Size>`

function listing(query: URLSearchParams, double: Double): Reply {
  const after = query.get('start-after')
  const { items, next } = pageOf(
    double,
    {
      prefix: query.get('prefix') ?? '',
      token: query.get('continuation-token') ?? after,
    },
    Math.min(double.pageSize, Number(query.get('max-keys') ?? 1_000)),
  )
  const contents = items.map(({ key, stored }) => `<Contents>${item(key, stored)}</Contents>`)
  const more = next === undefined ? '' : `<NextContinuationToken>${xml(next)}</NextContinuationToken>`
  return ok(
    `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`,
  )
}

function versions(query: URLSearchParams, double: Double): Reply {
  const { items } = pageOf(double, { prefix: query.get('prefix') ?? '' })
  const entries = items.flatMap(({ key, stored }) =>
    [stored, ...stored.past].map((each, index) => {
      const id = each.mark.replaceAll('"', '')
      return `<Version>${item(key, each)}<VersionId>${id}</VersionId><IsLatest>${index === 0}</IsLatest></Version>`
    }),
  )
  return ok(`<ListVersionsResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>${entries.join('')}</ListVersionsResult>`) // prettier-ignore
}

/** Credentials of a role: requests that are signed with them name it. */
function assumedRole({ body }: Asked, double: Double): Reply {
  const query = new URLSearchParams(new TextDecoder().decode(body))
  const name = query.get('RoleArn')?.split('/').at(-1)?.toUpperCase()
  const action = query.get('Action') ?? '' // AssumeRole, or AssumeRoleWithWebIdentity
  return ok(`<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Credentials>
    <AccessKeyId>${name}</AccessKeyId><SecretAccessKey>planted-role-secret</SecretAccessKey><SessionToken>t</SessionToken>
    <Expiration>${iso(double.now() + 3_600_000)}</Expiration></Credentials></${action}Result></${action}Response>`)
}
