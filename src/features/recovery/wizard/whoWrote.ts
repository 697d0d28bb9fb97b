import type { Diagnosis } from '#contract/recoveries.ts'

/** Who wrote the state that is in force now, and why, in a sentence; '' where that is not known. */
export function whoWrote({ lastUpdate, basis }: Pick<Diagnosis, 'lastUpdate' | 'basis'>): string {
  if (lastUpdate === null || lastUpdate.version === null || lastUpdate.version !== basis?.version) return ''
  const why = lastUpdate.message === '' ? '' : `: ${lastUpdate.message}`
  return `${lastUpdate.by.login} wrote version ${lastUpdate.version} (${lastUpdate.kind})${why.replace(/[.\s]+$/, '')}.`
}
