// How most journeys open: a stack, organization/shop/prod, that was deployed, and what happened to it since.
import type { Cli } from '#mocks/cli.ts'
import { deployed, killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import type { RealServer } from './server.ts'

const SHOP = ref('organization/shop/prod')
/** The lease of a client that is gone has expired after this time. */
const EXPIRED_MS = 310_000

/** The stack after its first update; returns the client that ran it. */
export async function deployedShop(server: RealServer, resources: number, client = 'ci-runner'): Promise<Cli> {
  const cli = await server.cliNamed(client)
  await deployed(cli, SHOP, { resources })
  return cli
}

/** The stack after a second update that was killed with three creates in flight, and whose lease has expired. */
export async function interruptedShop(server: RealServer, resources: number, client?: string): Promise<Cli> {
  const cli = await deployedShop(server, resources, client)
  await killedWhileCreating(cli, SHOP, 'Move the ledger')
  await server.advance(EXPIRED_MS)
  return cli
}
