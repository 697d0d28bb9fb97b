import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRequest } from '../../store/port/updates.ts'

/** ESC environments that a configuration imports; the CLI reads them back with the configuration. */
const ENVIRONMENTS = 'stack.environments'

/**
 * What an update that the server makes itself (import, rename, a write of the console) says of the configuration: the
 * same as the one before. `config refresh`, and `destroy` outside a project, read it from the latest update, whatever
 * that was (docs/protocol.md, History), and would otherwise continue with none.
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
