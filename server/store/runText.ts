import { fold } from '#domain/search/needles.ts'
import type { UpdateRow } from './port/updates.ts'

/** Increment when the text of a run changes: databases then build all of them again. */
export const RUN_TEXT_VERSION = '1'

/** Fields of a run's environment that are searched: commit, branch, author, build and pull request. */
const KEYS = ['git.head', 'git.headName', 'git.author', 'git.committer', 'ci.build.number', 'ci.pr.number', 'vcs.repo']
const MAX_CHARACTERS = 2_000

/** The searched text of a run, one field per line: never a value of its configuration. */
export function runText({ request, requestedBy }: Pick<UpdateRow, 'request' | 'requestedBy'>): string {
  const values = KEYS.map((key) => request.environment[key] ?? '').filter((value) => value !== '')
  const lines = ['', request.message.slice(0, MAX_CHARACTERS), requestedBy, ...values, '']
  return fold(lines.join('\n')).toWellFormed().replaceAll('\0', '\ufffd')
}
