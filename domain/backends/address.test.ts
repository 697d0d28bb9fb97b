import { describe, expect, it } from 'vitest'
import { type AddressOptions, readAddress } from './address.ts'
import type { StoreAddress } from './storeAddress.ts'

const options: AddressOptions = {
  home: '/home/ada',
  absolute: (path) => (path.startsWith('/') ? path : `/work/${path.replace(/^\.\//, '')}`),
  own: { folder: '/var/holdfast', database: 'postgres://holdfast:secret@db.example.org/holdfast' },
}

const address = (text: string, more: Partial<AddressOptions> = {}): StoreAddress => {
  const read = readAddress(text, { ...options, ...more })
  if (!read.ok) throw new Error(read.problem)
  return read.address
}
const problem = (text: string, more: Partial<AddressOptions> = {}): string => {
  const read = readAddress(text, { ...options, ...more })
  return read.ok ? `no problem: ${JSON.stringify(read.address)}` : read.problem
}
const shown = (text: string): string => {
  const read = readAddress(text, options)
  return read.ok ? read.shown : read.problem
}

describe('the address of a folder', () => {
  it.each([
    ['file:///srv/state', '/srv/state'],
    ['file://~', '/home/ada'],
    ['file://~/state', '/home/ada/state'],
    ['file://./state', '/work/state'],
    ['file://state', '/work/state'],
    ['FILE:///srv/state', '/srv/state'],
    ['file:///srv/a%20b%23c', '/srv/a b#c'],
    ['  file:///srv/state?no_tmp_dir=true&create_dir=true&metadata=skip  ', '/srv/state'],
  ])('%s is %s', (text, path) => {
    expect(address(text)).toEqual({ kind: 'folder', path })
  })

  it.each([
    ['file://', 'The address has no folder'],
    ['file://~bob/state', 'Only your own home directory'],
    ['file:///srv?metadata=no', 'it can be skip'],
    ['file:///srv?no-tmp-dir=true', 'unknown parameter “no-tmp-dir”: file:// has base_url, create_dir,'],
    ['file:///var/holdfast', 'the data directory of Holdfast itself'],
    ['file:///var/holdfast/copies', 'the data directory of Holdfast itself'],
    ['file:///srv/%zz', 'write a percent sign as %25'],
  ])('%s: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })

  it('may be above or next to the data directory', () => {
    expect(address('file:///var')).toEqual({ kind: 'folder', path: '/var' })
    expect(address('file:///var/holdfast2')).toEqual({ kind: 'folder', path: '/var/holdfast2' })
  })
})

const S3 = {
  kind: 's3',
  bucket: 'acme-state',
  prefix: '',
  region: undefined,
  profile: undefined,
  role: undefined,
  isAnonymous: false,
  endpoint: undefined,
  isHostFixed: false,
  usesPathStyle: false,
  usesDualStack: false,
  usesFips: false,
  usesAccelerate: false,
  disablesHttps: false,
  requestChecksums: undefined,
  responseChecksums: undefined,
  encryption: undefined,
  kmsKey: undefined,
}

describe('the address of an S3 bucket', () => {
  it.each([
    ['s3://acme-state', {}],
    ['s3://acme-state/team-a', { prefix: 'team-a/' }],
    ['s3://acme-state/a%20b/c/', { prefix: 'a b/c/' }],
    ['s3://acme-state?region=eu-central-1&profile=ops', { region: 'eu-central-1', profile: 'ops' }],
    ['s3://acme-state?role=arn:aws:iam::1:role/r', { role: 'arn:aws:iam::1:role/r' }],
    ['s3://acme-state?anonymous=1&dualstack=T&fips=false', { isAnonymous: true, usesDualStack: true }],
    ['s3://acme-state?endpoint=minio.local:9000', { endpoint: 'https://minio.local:9000' }],
    [
      's3://acme-state?endpoint=minio.local:9000&disableSSL=true&s3ForcePathStyle=true',
      { endpoint: 'http://minio.local:9000', disablesHttps: true, usesPathStyle: true },
    ],
    [
      's3://acme-state?endpoint=http://[::1]:9000&use_path_style=true&hostname_immutable=true',
      { endpoint: 'http://[::1]:9000', usesPathStyle: true, isHostFixed: true },
    ],
    [
      's3://acme-state?request_checksum_calculation=when_required&response_checksum_validation=when_supported',
      { requestChecksums: 'when_required', responseChecksums: 'when_supported' },
    ],
    ['s3://acme-state?ssetype=aws:kms&kmskeyid=alias/k', { encryption: 'aws:kms', kmsKey: 'alias/k' }],
    ['s3://acme-state?awssdk=v2&rate_limiter_capacity=5&accelerate=true', { usesAccelerate: true }],
    ['s3://acme-state?region=', {}],
  ])('%s', (text, found) => {
    expect(address(text)).toEqual({ ...S3, ...found })
  })

  it.each([
    ['s3://', 'The address has no bucket'],
    ['s3:///path', 'The address has no bucket'],
    ['s3://acme state', 'is not a valid bucket name'],
    ['s3://AKIA:key@acme-state', 'no user and no password'],
    ['s3://acme-state?Region=eu-central-1', 'unknown parameter “Region”: s3:// has accelerate, anonymous, awssdk'],
    ['s3://acme-state?fips=yes', '“fips” of the address is “yes”: use true or false'],
    ['s3://acme-state?disableSSL=maybe', 'use true or false'],
    ['s3://acme-state?role=admin', 'use an ARN'],
    ['s3://acme-state?ssetype=none', 'it can be AES256, aws:kms and aws:kms:dsse'],
    ['s3://acme-state?rate_limiter_capacity=many', 'use a whole number'],
    ['s3://acme-state?endpoint=ftp://x', 'is not a valid URL'],
    ['s3://acme-state?endpoint=https://k:s@minio.local', 'The endpoint contains a user or a password'],
    ['s3://acme-state?endpoint=http://169.254.169.254', 'a metadata service'],
    ['s3://acme-state?endpoint=169.254.169.254', 'a metadata service'],
    ['s3://acme-state?endpoint=http://2852039166/latest', 'a metadata service'],
    ['s3://acme-state?endpoint=http://[fd00:ec2::254]', 'a metadata service'],
    ['s3://acme-state?endpoint=http://169.254%252e169.254', 'a metadata service'],
    ['s3://acme-state?endpoint=http://169.254.169%09.254', 'a metadata service'],
    ['s3://acme-state?endpoint=http://\\169.254.169.254', 'a metadata service'],
    ['s3://acme-state?endpoint=http://１６９.254.169.254', 'a metadata service'],
    ['s3://acme-state?endpoint=http://Metadata.Google.Internal.:80', 'a metadata service'],
  ])('%s: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })
})

describe('the address of a bucket of Google Cloud', () => {
  it.each([
    ['gs://acme-state/team', { prefix: 'team/' }],
    ['gs://acme-state?access_id=-', { isAnonymous: true }],
    ['gs://acme-state?anonymous=true&private_key_path=/k', { isAnonymous: true }],
    ['gs://acme-state?universe_domain=example.org', { universe: 'example.org' }],
  ])('%s', (text, found) => {
    const plain = { kind: 'gcs', bucket: 'acme-state', prefix: '', isAnonymous: false, universe: undefined }
    expect(address(text)).toEqual({ ...plain, ...found })
  })

  it.each([
    ['gs://', 'The address has no bucket'],
    ['gs://acme-state?region=x', 'unknown parameter “region”: gs:// has access_id, anonymous, private_key_path'],
    ['gs://acme-state?universe_domain=metadata.google.internal', 'a metadata service'],
  ])('%s: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })
})

describe('the address of a container of Azure', () => {
  it.each([
    ['azblob://states/team', { prefix: 'team/' }],
    ['azblob://states?storage_account=acme', { account: 'acme' }],
    [
      'azblob://states?domain=localhost:10000&protocol=http&localemu=true&cdn=false',
      { domain: 'localhost:10000', protocol: 'http', isEmulator: true, isCdn: false },
    ],
  ])('%s', (text, found) => {
    const unsaid = {
      account: undefined,
      domain: undefined,
      protocol: undefined,
      isCdn: undefined,
      isEmulator: undefined,
    }
    expect(address(text)).toEqual({ kind: 'azure', container: 'states', prefix: '', ...unsaid, ...found })
  })

  it.each([
    ['azblob://', 'The address has no container'],
    ['azblob://states?account=acme', 'unknown parameter “account”: azblob:// has cdn, domain, localemu'],
    ['azblob://states?storage_account=evil.example%2F%3F', 'is not a valid storage account'],
    ['azblob://states?domain=169.254.169.254:80&localemu=true', 'a metadata service'],
    ['azblob://states?domain=metadata.google%252einternal&cdn=true', 'a metadata service'],
    ['azblob://states?domain=@169.254.169.254', 'a metadata service'],
  ])('%s: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })
})

const POSTGRES = {
  kind: 'postgres',
  host: 'h',
  port: undefined,
  database: 'db',
  user: undefined,
  password: undefined,
  prefix: 'db/',
  table: '"pulumi_state"',
  sslMode: undefined,
  sslRootCert: undefined,
  sslCert: undefined,
  sslKey: undefined,
  connectTimeoutS: undefined,
  settings: {},
}

describe('the address of a PostgreSQL table', () => {
  it.each([
    ['postgres://h/db', {}],
    ['postgres://h', { database: undefined, prefix: '' }],
    ['postgres:///db', { host: undefined }],
    ['postgres://ada:p%40ss@h:6432/db', { user: 'ada', password: 'p@ss', port: 6432 }],
    ['postgres://ada:p@ss@h/db', { user: 'ada', password: 'p@ss' }],
    ['postgres://ada:****@h/db', { user: 'ada' }],
    ['postgres://[::1]:6432/db', { host: '::1', port: 6432 }],
    ['postgres:///db?host=/var/run/postgresql', { host: '/var/run/postgresql' }],
    ['postgres://h/db?dbname=other', { database: 'other' }],
    ['postgres://h/db?table=States', { table: '"states"' }],
    ['postgres://h/db?table=infra.states', { table: '"infra"."states"' }],
    ['postgres://h/db?table="Infra"."a""b"', { table: '"Infra"."a""b"' }],
    [
      'postgres://h/db?sslmode=verify-full&sslrootcert=/ca.pem&connect_timeout=5&search_path=infra',
      { sslMode: 'verify-full', sslRootCert: '/ca.pem', connectTimeoutS: 5, settings: { search_path: 'infra' } },
    ],
    ['postgres://h/db?sslrootcert=system', { sslRootCert: 'system' }],
    ['postgres://h/db?tz=UTC&min_protocol_version=3.0&max_protocol_version=latest&sslsni=0', {}],
  ])('%s', (text, found) => {
    expect(address(text)).toEqual({ ...POSTGRES, ...found })
  })

  it.each([
    ['postgres://h/db/', 'remove the slash'],
    ['postgres://h:port/db', 'The address has no host with a port'],
    ['postgres://h1,h2/db', 'names several hosts'],
    ['postgres://h1:5432,h2:5432/db', 'names several hosts'],
    ['postgres:///db?host=h1,h2', 'names several hosts'],
    ['postgres://h/db?table=a;drop', 'is not a valid table name'],
    ['postgres://h/db?table=a.b.c', 'is not a valid table name'],
    ['postgres://h/db?table=a.', 'is not a valid table name'],
    ['postgres://h/db?sslmode=always', 'it can be disable, allow, prefer, require'],
    ['postgres://h/db?sslrootcert=system&sslmode=require', 'sslrootcert=system needs sslmode=verify-full, not require'],
    ['postgres://h/db?service=x', 'does not read the parameter “service”'],
    ['postgres://h/db?options=-c%20a=b', 'does not read the parameter “options”'],
    ['postgres://h/db?a-b=1', 'unknown parameter “a-b”'],
    ['postgres://169.254.169.254/db', 'a metadata service'],
    ['postgres:///db?host=metadata.google.internal', 'a metadata service'],
    ['postgres://db.example.org/holdfast', 'the database of Holdfast itself'],
    ['postgres://eve@DB.example.org.:5432/holdfast?table=other', 'the database of Holdfast itself'],
  ])('%s: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })

  it('may be another database on the server of this one', () => {
    expect(address('postgres://db.example.org/states').kind).toBe('postgres')
  })

  it('is refused with a password only where that is asked', () => {
    expect(problem('postgres://ada:secret@h/db', { refusesPassword: true })).toContain('set PGPASSWORD')
    expect(problem('postgres://h/db?password=secret', { refusesPassword: true })).toContain('set PGPASSWORD')
    expect(address('postgres://ada@h/db', { refusesPassword: true }).kind).toBe('postgres')
  })
})

describe('an address of no backend', () => {
  it.each([
    ['', 'Enter the address of a backend'],
    ['acme-state', 'The address has no scheme'],
    ['./state', 'for example file://./state'],
    ['https://api.pulumi.com', 'the address of a service'],
    ['http://localhost:8080', 'the address of a service'],
    ['postgresql://h/db', 'write postgres://'],
    ['ftp://host', 'ftp:// is no scheme of a backend'],
    ['s3://acme\nstate', 'a control character'],
  ])('%j: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence)
  })
})

describe('the address that is shown', () => {
  it.each([
    ['postgres://ada:p@ss/w@h:1/db?sslmode=disable', 'The address has no host with a port, such as'],
    ['postgres://ada:p%40ss@h:1/db?sslmode=disable', 'postgres://ada@h:1/db?sslmode=disable'],
    ['postgres://ada:p@ss@h/db', 'postgres://ada@h/db'],
    ['postgres://h/db?password=secret&table=t&sslpassword=x', 'postgres://h/db?table=t'],
    ['postgres://h/db?password=secret', 'postgres://h/db'],
    ['postgres://h/db?pass%77ord=secret&ssl%70assword=secret', 'postgres://h/db'],
    ['file://~/a b', 'file:///home/ada/a%20b'],
    ['file://state?no_tmp_dir=true', 'file:///work/state?no_tmp_dir=true'],
    ['s3://acme-state/team?region=eu-central-1', 's3://acme-state/team?region=eu-central-1'],
  ])('of %s is %s', (text, expected) => {
    const found = shown(text)
    expect(found).toContain(expected)
    expect(found).not.toMatch(/secret|p@ss|p%40ss/)
  })

  it('leads to the same backend', () => {
    for (const text of ['file://~/a b%3F', 's3://b/p?region=r', 'postgres://ada@h/db?table=t'])
      expect(address(shown(text))).toEqual(address(text))
  })
})
