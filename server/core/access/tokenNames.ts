import type { Reader } from '../../store/port.ts'

/** The names of a user's valid tokens: names identify lease holders, so they must be unique. */
export async function namesInUse(reader: Reader, userId: string, now: number): Promise<Set<string>> {
  const valid = (await reader.tokens(userId)).filter(({ expiresAt }) => expiresAt === null || now < expiresAt)
  return new Set(valid.map(({ name }) => name))
}

/** The name itself if it is free, else with the first free number appended. */
export function freeName(inUse: ReadonlySet<string>, name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number > 1 ? `${name} (${number})` : name
    if (!inUse.has(candidate)) return candidate
  }
}
