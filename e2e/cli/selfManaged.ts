import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startPostgres } from '#testing/servers/postgresServer.ts'
import type { SelfManaged } from './connectedBackend.ts'
import { createPulumi } from './pulumi.ts'

type Given = {
  command: string
  home: string
  env: Record<string, string>
  objects: { program: string; plugins: string }
}

/** Self-managed backends of which the CLI on this machine has its states: a folder, and a PostgreSQL database. */
export async function selfManaged({ command, home, env, objects }: Given) {
  const folder = path.join(home, 'states')
  await mkdir(folder)
  const postgres = await startPostgres()
  const database = new URL(await postgres.createDatabase())
  const cliAddress = `postgres://${database.host}${database.pathname}?sslmode=disable`
  const secrets = { PGUSER: decodeURIComponent(database.username), PGPASSWORD: decodeURIComponent(database.password) }
  const at = (kind: string, address: string): SelfManaged => {
    const directory = path.join(home, `objects-${kind}`)
    const pulumi = createPulumi(command, objects.program, {
      ...env,
      ...secrets,
      PULUMI_HOME: path.join(home, `.pulumi-${kind}`),
      PULUMI_CONFIG_PASSPHRASE: 'correct-horse',
      PATH: [objects.plugins, process.env['PATH']].join(path.delimiter),
      OBJECTS: directory,
    })
    return { kind, address, pulumi, directory, secrets }
  }
  return {
    /** What the server needs to read them. */
    secrets,
    steps: [at('folder', `file://${folder}`), at('postgres', cliAddress)],
    stop: () => postgres.stop(),
  }
}
