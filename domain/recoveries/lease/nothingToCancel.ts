import { capital } from '#words/capital.ts'
import type { Recovery } from '../recovery.ts'
import type { Finding } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { utcTime } from '#words/time.ts'
import { counted, plural } from '#words/counts.ts'
import { NOTHING_LOST } from '../nothingLost.ts'
import { type NamesByLogin, runnerName } from '#words/personName.ts'

const ENDS: Record<UpdateBrief['status'], string> = {
  'not started': 'never started',
  running: 'is running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
  expired: 'was ended by the server because its lease expired',
}

function ending({ kind, version, status, by, ci }: UpdateBrief, names?: NamesByLogin): string {
  const what = `${capital(kind)}${version === null ? '' : ` ${version}`}`
  return `${what} by ${runnerName(by.login, ci, names)} ${ENDS[status]}`
}

/** How the last update ended, one sentence where the time stands beside it, in the reader's own zone. */
export const howItEnded = (last: UpdateBrief, names?: NamesByLogin): string => `${ending(last, names)}.`

/** How and when the last update ended, one sentence for an error or a list, which has no time beside it. */
export const howAndWhenItEnded = (last: UpdateBrief, names?: NamesByLogin): string =>
  `${ending(last, names)}${last.endedAt === null ? '' : ` at ${utcTime(last.endedAt)}`}.`

/** The answer to a cancel when nothing runs (GR-03): not an error, but when and how the last update ended. */
export const whyNothingToCancel = (last: UpdateBrief | null, pending: number, names?: NamesByLogin): string =>
  nothingToCancelSentence(last && howAndWhenItEnded(last, names), pending)

const nothingToCancelSentence = (end: string | null, pending: number): string =>
  `Nothing is running, so there is nothing to cancel. ${end ?? 'This stack has never been updated.'}${
    pending > 0 ? ` ${counted(pending, 'operation')} ${plural(pending, 'is', 'are')} still pending.` : ''
  }`

/** Shown after a cancel, until another run starts. */
export const cancelled = (last: UpdateBrief, pending: number, names?: NamesByLogin): Finding => ({
  recovery: 'nothing-to-cancel',
  tone: 'ok',
  title: 'The last update was cancelled',
  explanation: nothingToCancelSentence(howItEnded(last, names), pending),
  evidence: [{ what: howItEnded(last, names), source: 'history', at: last.endedAt }],
  couldBeLost: NOTHING_LOST,
  level: 0,
  blocked: null,
  items: [],
})

export const nothingToCancel: Recovery = {
  id: 'nothing-to-cancel',
  number: 3,
  phase: 'lease',
  page: 'nothing',
  title: 'Nothing to cancel',
  commands: 'none',
  docs: {
    documented: 'Find out whether the error matters',
    does: 'Shows which update ended, when and how',
    refuses: 'To call it an error',
  },
}
