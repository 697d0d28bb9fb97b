import { startPostgres } from '#testing/servers/postgresServer.ts'
import { startServer, type ServerProcess, type StartOptions } from './serverProcess.ts'

export const BACKENDS = ['sqlite', 'postgres'] as const
export type BackendName = (typeof BACKENDS)[number]

/** Where the measured service keeps its rows. */
export type Backend = {
  name: BackendName
  /** The service as a process of its own, with an empty database that is removed afterwards. */
  startServer(options?: StartOptions): Promise<ServerProcess>
  close(): Promise<void>
}

/**
 * PostgreSQL is a fresh one that waits for the disk, or the one at `HOLDFAST_TEST_DATABASE_URL` with its own settings.
 */
export async function openBackend(name: BackendName): Promise<Backend> {
  if (name === 'sqlite') return { name, startServer, close: async () => undefined }
  const postgres = await startPostgres(process.env, process, { isDurable: true })
  return {
    name,
    async startServer(options = {}) {
      const env = { HOLDFAST_DATABASE_URL: await postgres.createDatabase(), ...options.env }
      return { ...(await startServer({ ...options, env })), databaseUrl: env.HOLDFAST_DATABASE_URL }
    },
    close: () => postgres.stop(),
  }
}
