import { startServerProcess } from '#testing/servers/serverProcess.ts'

/**
 * Before all journeys: Node writes its compile cache of the server when the server exits by itself. The servers of the
 * journeys are killed, and each would compile everything again, which doubles the cost of a start.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export of this file
export default async function compileServer(): Promise<void> {
  const server = await startServerProcess()
  await server.kill('SIGTERM')
  await server.remove()
}
