import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { BackendError, type BlobStore } from '#server/blobs/port.ts'
import { readText } from '#testing/backends/bench.ts'
import { makeTable, tableAddress } from '#testing/backends/postgresTables.ts'
import { startTlsPostgres } from '#testing/backends/tlsPostgres.ts'
import { createAuthority, type Identity, selfSigned } from '#testing/servers/certificates.ts'
import { open } from './open.ts'

/** A server that somebody else runs keeps its certificates. */
const isGiven = Boolean(process.env['HOLDFAST_TEST_DATABASE_URL'])
const WHY = { meta: { why: 'the server at HOLDFAST_TEST_DATABASE_URL keeps its own certificates' } }

const authority = createAuthority('Authority of tests')
const HOSTS = ['127.0.0.1']
const byNobody = selfSigned({ name: 'db', hosts: HOSTS })
const byAuthority = authority.issue({ name: 'db', hosts: HOSTS })

describe.skipIf(isGiven)('the TLS of a database', WHY, () => {
  let server: Awaited<ReturnType<typeof startTlsPostgres>>
  let folder: string
  const opened: BlobStore[] = []

  beforeAll(async () => {
    server = await startTlsPostgres()
    await makeTable(server.admin, 'states')
    const database = new URL(server.url).pathname.slice(1)
    await server.admin.query(`insert into states values ('${database}/.pulumi/a', '{"data":"b25l"}')`)
  })
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'holdfast-tls-'))
    vi.stubEnv('HOME', folder)
    for (const name of ['PGSSLMODE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY']) vi.stubEnv(name, undefined)
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  afterAll(() => server.stop())

  const fileOf = async (name: string, text: string) => {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }
  /** Reads with these parameters of the address. */
  const reads = async (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ ...parameters, table: 'states' })
    const store = await open(tableAddress(`${server.url}?${query.toString()}`))
    opened.push(store)
    return readText(store, '.pulumi/a')
  }
  const sentence = (parameters: Record<string, string>): Promise<string> =>
    reads(parameters).then(
      (text) => `no trouble: ${text}`,
      (error: unknown) => {
        if (error instanceof BackendError) return troubleSentence(error.trouble, error.at)
        throw error
      },
    )
  /** Whether each connection of ours has TLS; that of a store which was closed may last for a moment. */
  const areEncrypted = async () => {
    const { rows } = await server.admin.query<{ ssl: boolean }>(
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'holdfast'`,
    )
    return rows.map(({ ssl }) => ssl)
  }

  describe('that has signed its certificate itself', () => {
    beforeEach(() => server.use({ identity: byNobody }))

    it.each([undefined, 'require', 'prefer', 'allow'])('is used with sslmode=%s', async (sslmode) => {
      expect(await reads(sslmode === undefined ? {} : { sslmode })).toBe('one')
      await expect.poll(areEncrypted).toEqual([true])
    })

    it('is used without TLS if the address asks for that', async () => {
      expect(await reads({ sslmode: 'disable' })).toBe('one')
      await expect.poll(areEncrypted).toEqual([false])
    })

    it.each(['verify-full', 'verify-ca'])('is refused with sslmode=%s, with what to do', async (sslmode) => {
      expect(await sentence({ sslmode })).toBe(
        'The certificate of 127.0.0.1 is not trusted: add sslrootcert=… with the file of its authority to the address.',
      )
    })

    it('is refused with the authorities of the system, whose only mode is verify-full', async () => {
      expect(await sentence({ sslrootcert: 'system' })).toContain('is not trusted')
      vi.stubEnv('PGSSLMODE', 'require')
      expect(await sentence({ sslrootcert: 'system' })).toContain('sslrootcert=system needs sslmode=verify-full')
    })

    it('is trusted if its certificate is the root certificate', async () => {
      const sslrootcert = await fileOf('server.crt', byNobody.cert)
      expect(await reads({ sslmode: 'verify-full', sslrootcert })).toBe('one')
      await expect.poll(areEncrypted).toEqual([true])
    })
  })

  describe('that has a certificate of an authority', () => {
    let sslrootcert: string
    let other: string
    beforeEach(async () => {
      sslrootcert = await fileOf('root.crt', authority.cert)
      other = await fileOf('other.crt', createAuthority('Another one').cert)
      await server.use({ identity: byAuthority })
    })

    it.each(['verify-full', 'verify-ca', 'require'])('is trusted with sslmode=%s', async (sslmode) => {
      expect(await reads({ sslmode, sslrootcert })).toBe('one')
      await expect.poll(areEncrypted).toEqual([true])
    })

    it.each(['verify-full', 'verify-ca', 'require'])(
      'is refused with sslmode=%s and the root certificate of another authority',
      async (sslmode) => {
        expect(await sentence({ sslmode, sslrootcert: other })).toBe(
          `The certificate of 127.0.0.1 is not from the authority in ${other}: name the file of its authority as sslrootcert=… in the address.`,
        )
      },
    )

    it('is trusted by the environment, and before that by the address', async () => {
      vi.stubEnv('PGSSLMODE', 'verify-full')
      vi.stubEnv('PGSSLROOTCERT', other)
      expect(await sentence({})).toContain('is not trusted')
      expect(await reads({ sslrootcert })).toBe('one')
    })

    it('is trusted by the file in the home directory, which makes require compare it', async () => {
      await fileOf('.postgresql/root.crt', authority.cert)
      expect(await reads({ sslmode: 'verify-full' })).toBe('one')
      await fileOf('.postgresql/root.crt', createAuthority('Another one').cert)
      expect(await sentence({ sslmode: 'require' })).toContain('is not trusted')
      expect(await reads({ sslmode: 'prefer' })).toBe('one')
    })

    it('is not used if a file of the address is missing, or has no certificate', async () => {
      const nothing = path.join(folder, 'nothing.crt')
      expect(await sentence({ sslmode: 'require', sslrootcert: nothing })).toContain(`${nothing} is missing`)
      const empty = await fileOf('empty.crt', 'none')
      expect(await sentence({ sslmode: 'verify-full', sslrootcert: empty })).toContain(`${empty} is missing`)
      expect(await sentence({ sslmode: 'require', sslcert: nothing })).toContain(`${nothing} is missing`)
    })
  })

  it('for another name is refused where names are compared', async () => {
    await server.use({ identity: authority.issue({ name: 'db', hosts: ['db.example.org'] }) })
    const sslrootcert = await fileOf('root.crt', authority.cert)
    expect(await sentence({ sslmode: 'verify-full', sslrootcert })).toContain('is for another name')
    expect(await reads({ sslmode: 'verify-ca', sslrootcert })).toBe('one')
  })

  it('that is out of date is refused, and said to be that', async () => {
    await server.use({ identity: authority.issue({ name: 'db', hosts: HOSTS, isOld: true }) })
    const sslrootcert = await fileOf('root.crt', authority.cert)
    expect(await sentence({ sslmode: 'verify-full', sslrootcert })).toContain('is not valid at this time')
  })

  describe('that wants certificates of its clients', () => {
    const files = async ({ cert, key }: Identity) => ({
      sslcert: await fileOf('own.crt', cert),
      sslkey: await fileOf('own.key', key),
    })
    beforeEach(() =>
      server.use({
        identity: byAuthority,
        clients: authority.cert,
        admission: ['hostssl all holdfast 127.0.0.1/32 cert'],
      }),
    )

    it('takes that of the address, or the one in the home directory', async () => {
      const own = authority.issue({ name: 'holdfast' })
      expect(await reads(await files(own))).toBe('one')
      await fileOf('.postgresql/postgresql.crt', own.cert)
      await fileOf('.postgresql/postgresql.key', own.key)
      expect(await reads({})).toBe('one')
    })

    it('says that there is none, or that it is not accepted', async () => {
      expect(await sentence({})).toContain('accepts only clients with a certificate: name its file as sslcert=…')
      for (const wrong of [authority.issue({ name: 'eve' }), createAuthority('x').issue({ name: 'holdfast' })])
        expect(await sentence(await files(wrong))).toContain('does not accept the certificate in')
    })

    it('is not asked with a key that is another certificate’s', async () => {
      const { sslcert } = await files(authority.issue({ name: 'holdfast' }))
      const sslkey = await fileOf('other.key', authority.key)
      expect(await sentence({ sslcert, sslkey })).toContain(`${sslkey} is missing`)
      expect(await sentence({ sslcert })).toContain(`${path.join(folder, '.postgresql/postgresql.key')} is missing`)
    })
  })

  it('that is not spoken is missing where it is required', async () => {
    await server.use({})
    expect(await sentence({ sslmode: 'require' })).toBe(
      '127.0.0.1 speaks no TLS: add sslmode=disable to the address if its network can be trusted.',
    )
    for (const sslmode of ['verify-ca', 'verify-full', undefined])
      expect(await sentence(sslmode === undefined ? {} : { sslmode })).toContain('speaks no TLS')
    for (const sslmode of ['prefer', 'allow', 'disable']) expect(await reads({ sslmode })).toBe('one')
    await expect.poll(areEncrypted).toEqual([false, false, false])
  })

  it('that its rules demand is named, where the address does without', async () => {
    await server.use({ identity: byNobody, admission: ['hostnossl all holdfast 127.0.0.1/32 reject'] })
    expect(await sentence({ sslmode: 'disable' })).toContain('takes no connection of this user without TLS')
    for (const sslmode of ['allow', 'prefer', 'require']) expect(await reads({ sslmode })).toBe('one')
  })

  it('that its rules do not admit is left where the address does not need it', async () => {
    await server.use({ identity: byNobody, admission: ['hostssl all holdfast 127.0.0.1/32 reject'] })
    for (const sslmode of ['allow', 'prefer']) expect(await reads({ sslmode })).toBe('one')
    await expect.poll(areEncrypted).toEqual([false, false])
    expect(await sentence({ sslmode: 'require' })).toContain('add a line for it to its pg_hba.conf')
  })
})
