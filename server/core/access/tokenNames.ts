import type { Reader } from '../../store/port.ts'

/** Whether a user has a valid token of this name: names identify lease holders, so they must be unique. */
export async function isNameTaken(reader: Reader, userId: string, name: string, now: number): Promise<boolean> {
  const tokens = await reader.tokens(userId)
  return tokens.some((token) => token.name === name && (token.expiresAt === null || now < token.expiresAt))
}

/** The name itself if it is free, else with the first free number appended. */
export async function freeName(reader: Reader, userId: string, name: string, now: number): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number > 1 ? `${name} (${number})` : name
    if (!(await isNameTaken(reader, userId, candidate, now))) return candidate
  }
}
