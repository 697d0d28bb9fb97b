import { expect, it } from 'vitest'
import type { TestedStore } from '../bench.ts'
import { blobStoreSuite } from '../suite.ts'
import { NOT_INSTALLED, programOf, type ServerName } from './installed.ts'
import { type StartedServer, startServer } from './startServer.ts'

type Options = Parameters<typeof blobStoreSuite>[2]
type Tested = (server: StartedServer) => Promise<Omit<TestedStore, 'stop'> & { stop?(): unknown }>

/**
 * The suite of every backend on a server that is not part of the packages. Without it one test is skipped, with the
 * reason.
 */
export function serverSuite(name: ServerName, prepare: Tested, options?: Options): void {
  const start = async (): Promise<TestedStore> => {
    const server = await startServer(name)
    const tested = await prepare(server)
    const stop = async () => {
      tested.stop?.()
      await server.stop()
    }
    return { ...tested, stop }
  }
  const isInstalled = programOf(name) !== undefined
  it.skipIf(!isInstalled)(`${name} is installed`, { meta: { why: NOT_INSTALLED } }, () => {
    expect(isInstalled).toBe(true)
  })
  for (const each of isInstalled ? [start] : []) blobStoreSuite(name, each, options)
}
