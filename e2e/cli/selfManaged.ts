import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { NOT_INSTALLED, programOf } from '#testing/backends/servers/installed.ts'
import { type StartedServer, startServer } from '#testing/backends/servers/startServer.ts'
import { startPostgres } from '#testing/servers/postgresServer.ts'
import type { SelfManaged } from './connectedBackend.ts'
import { createPulumi } from './pulumi.ts'

type Given = {
  command: string
  home: string
  env: Record<string, string>
  objects: { program: string; plugins: string }
}

/**
 * Self-managed backends of which the CLI on this machine has its states: a folder, a PostgreSQL database, and a bucket of
 * S3 where its test server and `aws`, which the printed commands call, are installed.
 */
export async function selfManaged({ command, home, env, objects }: Given) {
  const folder = path.join(home, 'states')
  await mkdir(folder)
  const bucket = await startBucket()
  const postgres = await startPostgres().catch(async (error: unknown) => {
    await bucket?.server.stop()
    throw error
  })
  const database = new URL(await postgres.createDatabase())
  const cliAddress = `postgres://${database.host}${database.pathname}?sslmode=disable`
  const secrets = {
    PGUSER: decodeURIComponent(database.username),
    PGPASSWORD: decodeURIComponent(database.password),
    ...bucket?.secrets,
  }
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
    steps: [
      at('folder', `file://${folder}`),
      at('postgres', cliAddress),
      ...(bucket ? [at('s3', bucket.address)] : []),
    ],
    async stop() {
      await bucket?.server.stop()
      await postgres.stop()
    },
  }
}

type Bucket = { server: StartedServer; address: string; secrets: Record<string, string> }

/** An empty bucket on moto; without moto or `aws` says so, and returns undefined. */
async function startBucket(): Promise<Bucket | undefined> {
  const missing = [
    ...(programOf('moto') === undefined ? [`moto: ${NOT_INSTALLED}`] : []),
    ...(spawnSync('aws', ['--version']).status === 0 ? [] : ['aws is not on the PATH']),
  ]
  if (missing.length > 0) {
    console.log(`S3: not run: ${missing.join('; ')}`)
    return undefined
  }
  const server = await startServer('moto')
  const created = await fetch(`${server.url}/states`, { method: 'PUT' })
  if (!created.ok) throw new Error(`moto created no bucket: ${created.status}`)
  return {
    server,
    address: `s3://states?region=us-east-1&endpoint=${server.url}&s3ForcePathStyle=true`,
    secrets: { AWS_ACCESS_KEY_ID: 'planted', AWS_SECRET_ACCESS_KEY: 'planted-secret', AWS_REGION: 'us-east-1' },
  }
}
