import { list, plural } from './counts.ts'

/** An administrator of all organizations (`of` is null), or of those named. */
export type Administrator = { name: string; of: readonly string[] | null }

/** Whom to ask: who can give access, rename or restore. `org`: the organization that it is about, if it is one. */
export function administratorNames(all: readonly Administrator[] | undefined, org?: string): string {
  const names = (all ?? [])
    .filter(({ of }) => of === null || (org !== undefined && of.includes(org)))
    .map(({ name }) => name)
  return names.length === 0
    ? 'an administrator of this server'
    : `${list(names)} (${plural(names.length, 'administrator', 'administrators')})`
}
