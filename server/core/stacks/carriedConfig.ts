import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRequest } from '../../store/port/updates.ts'

/** Key of the ESC environments that a configuration imports; the CLI reads them back with the configuration. */
const ENVIRONMENTS = 'stack.environments'

/**
 * The configuration of an update that the server makes itself (import, rename, a write of the console): that of the
 * update before. `config refresh`, and `destroy` outside a project, read it from the latest update of any kind
 * (docs/protocol.md, History), and would otherwise continue with none.
 */
export async function carriedConfig(
  reader: Reader,
  stack: StackRow,
): Promise<Pick<UpdateRequest, 'config' | 'environment'>> {
  const latest = stack.latestUpdateId === null ? undefined : await reader.update(stack.latestUpdateId)
  if (latest === undefined) return { config: {}, environment: {} }
  const { config, environment } = latest.request
  const imports = environment[ENVIRONMENTS]
  return { config, environment: imports === undefined ? {} : { [ENVIRONMENTS]: imports } }
}
