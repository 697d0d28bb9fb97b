import { fold } from '#domain/search/needles.ts'
import type { UpdateRow } from './port/updates.ts'

/** Increment when another text is made of the same run: databases make all of them again. */
export const RUN_TEXT_VERSION = '1'

/** What a run is found by in its environment: commit, branch, author, build and pull request. */
const KEYS = ['git.head', 'git.headName', 'git.author', 'git.committer', 'ci.build.number', 'ci.pr.number', 'vcs.repo']
const MOST_CHARACTERS = 2_000

/** What is searched of a run, a line each: never a value of its configuration. */
export function runText({ request, requestedBy }: Pick<UpdateRow, 'request' | 'requestedBy'>): string {
  const values = KEYS.map((key) => request.environment[key] ?? '').filter((value) => value !== '')
  const lines = ['', request.message.slice(0, MOST_CHARACTERS), requestedBy, ...values, '']
  return fold(lines.join('\n')).toWellFormed().replaceAll('\0', '\ufffd')
}
