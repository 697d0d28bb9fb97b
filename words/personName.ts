/** The login under which actions of the server itself are recorded; no user can have it. */
export const SERVER_LOGIN = 'holdfast'

/** Display names of users, by login. */
export type NamesByLogin = Readonly<Record<string, string>>

/** The display name of a user; their login if it is not known. */
export const personName = (login: string, names: NamesByLogin = {}): string =>
  (Object.hasOwn(names, login) && names[login]) || login
