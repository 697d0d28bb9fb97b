import type { Recovery } from '../recovery.ts'
import type { Finding } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { utcTime } from '#words/time.ts'
import { counted, plural } from '#words/counts.ts'
import { NOTHING_LOST } from '../nothingLost.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'

const ENDS: Record<UpdateBrief['status'], string> = {
  'not started': 'never started',
  running: 'is running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
  expired: 'was ended by the server because its lease expired',
}

/** How the last update ended, one sentence. */
export function howItEnded({ kind, version, status, endedAt, by }: UpdateBrief, names?: NamesByLogin): string {
  const what = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${version === null ? '' : ` ${version}`} of ${personName(by.login, names)}`
  return `${what} ${ENDS[status]}${endedAt === null ? '' : ` at ${utcTime(endedAt)}`}.`
}

/** The answer to a cancel when nothing runs (GR-03): not an error, but when and how the last update ended. */
export const whyNothingToCancel = (last: UpdateBrief | null, pending: number, names?: NamesByLogin): string =>
  `Nothing is running, so there is nothing to cancel. ${last ? howItEnded(last, names) : 'This stack has never been updated.'}${
    pending > 0 ? ` ${counted(pending, 'operation')} ${plural(pending, 'is', 'are')} still pending.` : ''
  }`

/** Shown after a cancel, until another run starts. */
export const cancelled = (last: UpdateBrief, pending: number, names?: NamesByLogin): Finding => ({
  recovery: 'nothing-to-cancel',
  tone: 'ok',
  title: 'The last update was cancelled',
  explanation: whyNothingToCancel(last, pending, names),
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
