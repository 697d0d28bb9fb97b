import { failureText } from '#domain/events/failureLine.ts'
import { fold } from '#domain/search/needles.ts'
import type { UpdateRow } from './port/updates.ts'

/** Increment when the text of a run changes: databases then build all of them again. */
export const RUN_TEXT_VERSION = '2'

/** Fields of a run's environment that are searched: commit, branch, author, build and pull request. */
const KEYS = ['git.head', 'git.headName', 'git.author', 'git.committer', 'ci.build.number', 'ci.pr.number', 'vcs.repo']
const MAX_CHARACTERS = 2_000
const MAX_OF_FAILURE = 500

/** The searched text of a run with the first line of its error, a field per line: never a value of its configuration. */
export function runText({
  request,
  requestedBy,
  failure,
}: Pick<UpdateRow, 'request' | 'requestedBy' | 'failure'>): string {
  const values = KEYS.map((key) => request.environment[key] ?? '').filter((value) => value !== '')
  const cause = failure ? [failureText(failure).slice(0, MAX_OF_FAILURE)] : []
  const lines = ['', request.message.slice(0, MAX_CHARACTERS), requestedBy, ...values, ...cause, '']
  return fold(lines.join('\n')).toWellFormed().replaceAll('\0', '\ufffd')
}
