import type { Reader } from '../../store/port.ts'
import type { StackLine } from '../../store/port/stacks.ts'

const AT_ONCE = 5_000

/** Returns the facts of all live stacks that a list of names needs, by org, project and name; some 200 bytes each. */
export async function allStacks(reader: Reader): Promise<StackLine[]> {
  const all: StackLine[] = []
  for (;;) {
    const after = all.at(-1)
    const lines = await reader.stackLines({ limit: AT_ONCE, ...(after && { after }) })
    all.push(...lines)
    if (lines.length < AT_ONCE) return all
  }
}
