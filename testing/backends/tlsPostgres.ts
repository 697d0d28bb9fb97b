import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import type { Identity } from '#testing/servers/certificates.ts'
import { startPostgres } from '#testing/servers/postgresServer.ts'

type Encryption = {
  /** What the server shows; without, it speaks no TLS. */
  identity?: Identity
  /** The certificate of the authority of its clients. */
  clients?: string
  /** Lines of `pg_hba.conf` before all others. */
  admission?: readonly string[]
}

/** A PostgreSQL of its own, with a database, that takes another certificate while it runs. */
export async function startTlsPostgres() {
  const server = await startPostgres({})
  const url = await server.createDatabase()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const setting = async (name: string) => {
    const { rows } = await admin.query<{ value: string }>('select current_setting($1) as value', [name])
    return rows[0]?.value ?? ''
  }
  const directory = await setting('data_directory')
  const { uid, gid } = await stat(directory)
  const rules = path.join(directory, 'pg_hba.conf')
  const usual = await readFile(rules, 'utf8')
  /** Writes a file that only the user of the server may read, as it demands of keys. */
  const write = async (name: string, text: string) => {
    const file = path.join(directory, name)
    await writeFile(file, text, { mode: 0o600 })
    if (process.getuid?.() === 0) await chown(file, uid, gid)
  }
  const loaded = async () => (await admin.query<{ at: string }>('select pg_conf_load_time()::text as at')).rows[0]?.at
  return {
    url,
    admin,
    async use({ identity, clients = '', admission = [] }: Encryption) {
      await write('tls.crt', identity?.cert ?? '')
      await write('tls.key', identity?.key ?? '')
      await write('clients.crt', clients)
      await writeFile(rules, [...admission, usual].join('\n'))
      const settings = { ssl: identity ? 'on' : 'off', ssl_cert_file: 'tls.crt', ssl_key_file: 'tls.key', ssl_ca_file: clients && 'clients.crt' } // prettier-ignore
      for (const [name, value] of Object.entries(settings)) await admin.query(`alter system set ${name} = '${value}'`)
      const before = await loaded()
      await admin.query('select pg_reload_conf()')
      // This session learns of it while the server reads its files, before it takes another connection.
      await expect.poll(loaded).not.toBe(before)
      expect(await setting('ssl')).toBe(settings.ssl)
    },
    async stop() {
      await admin.end()
      await server.stop()
    },
  }
}
