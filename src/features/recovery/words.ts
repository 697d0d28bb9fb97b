import type { ConfirmationLevel, Evidence, RecoveryRecord } from '#contract/recoveries.ts'

/** What somebody has to do before it is carried out (recovery 7). */
export const levelWords = {
  0: 'nothing',
  1: 'one click, after you have seen what changes',
  2: 'the name of the stack, typed',
  3: 'the name of the stack, typed, and in your words what you checked',
} as const satisfies Record<ConfirmationLevel, string>

export const sourceWords = {
  lease: 'lease',
  journal: 'journal of the run',
  events: 'events of the engine',
  state: 'state',
  history: 'history',
  environment: 'environment of the client',
  server: 'server',
} as const satisfies Record<Evidence['source'], string>

/** What was done, as a heading for its record. */
export function recordTitle({ id, recovery, version, effect, basis }: RecoveryRecord): string {
  if (id.startsWith('release:')) return `The update that held the lease was ended (${recovery})`
  if (id.startsWith('settle:')) return 'The cut-off update was settled: it needs nothing more'
  if (effect === null) return `A recovery was undone: the state of before is back as version ${version ?? '?'}`
  const count = effect.operationsRemoved.length
  return `${counted(count, 'pending operation')} settled: version ${basis.version} became version ${version ?? '?'}`
}

/** `1 operation`, `1,200 operations`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
