import { type NamesByLogin, personName } from '#words/personName.ts'
import type { Reader } from '../../store/port.ts'

/**
 * Display names for sentences in the console, so that they match the names elsewhere on the page. The CLI is sent
 * logins.
 */
export async function namesOf(reader: Reader, ...logins: (string | null | undefined)[]): Promise<NamesByLogin> {
  const known = [...new Set(logins)].filter((login) => login != null)
  const users = await Promise.all(known.map((login) => reader.userByLogin(login)))
  return Object.fromEntries(users.flatMap((user) => (user && user.name !== '' ? [[user.login, user.name]] : [])))
}

/** The display name of one user; `Someone` without a login. */
export const nameOf = async (reader: Reader, login: string | null): Promise<string> =>
  login === null ? 'Someone' : personName(login, await namesOf(reader, login))
