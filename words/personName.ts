/** The login under which actions of the server itself are recorded; no user can have it. */
export const SERVER_LOGIN = 'holdfast'

/** The login of a run of which nobody is recorded: a self-managed backend knows at most the author of its commit. */
export const UNRECORDED_LOGIN = ''

/** Display names of users, by login. */
export type NamesByLogin = Readonly<Record<string, string>>

/** The display name of a user; their login if it is not known, within a sentence `someone` if none is recorded. */
export const personName = (login: string, names: NamesByLogin = {}): string =>
  login === UNRECORDED_LOGIN ? 'someone' : (Object.hasOwn(names, login) && names[login]) || login

/** The name of a user: their login if they gave none. */
export const nameOrLogin = ({ name, login }: { name: string; login: string }): string => name || login

/** A job of a CI system. */
export type CiJob = { system: string; build: string | null }

/** The name of a CI job: `GitHub Actions 137`. */
export const jobName = ({ system, build }: CiJob): string => (build ? `${system} ${build}` : system)

/** Who ran something: the CI job if it was one, otherwise the person. */
export const runnerName = (login: string, ci: CiJob | null, names?: NamesByLogin): string =>
  ci ? jobName(ci) : personName(login, names)
