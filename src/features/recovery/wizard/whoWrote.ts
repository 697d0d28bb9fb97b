import type { Diagnosis } from '#contract/recoveries.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'

/** Who wrote the current state, and why, in a sentence; '' if unknown. */
export function whoWrote({ lastUpdate, basis }: Pick<Diagnosis, 'lastUpdate' | 'basis'>, names?: NamesByLogin): string {
  if (lastUpdate === null || lastUpdate.version === null || lastUpdate.version !== basis?.version) return ''
  const why = lastUpdate.message === '' ? '' : `: ${lastUpdate.message}`
  return `${personName(lastUpdate.by.login, names)} wrote version ${lastUpdate.version} (${lastUpdate.kind})${why.replace(/[.\s]+$/, '')}.`
}
