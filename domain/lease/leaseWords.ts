import { durationText } from '#words/time.ts'
import { awaitingReason } from '../approvals/awaiting.ts'
import type { Judged } from './lease.ts'

const ALIVE = {
  started: 'Its first renewal is still to come.',
  renewed: 'Renewing on schedule.',
  serverWasAway: 'The server was down itself, so it waits for the CLI to reconnect.',
} as const

const NOT_RESPONDING = {
  expired: 'The lease has expired; the server is about to end the update.',
  overdue: 'Renewal overdue: the process may be dead, asleep or offline.',
} as const

const ORPHANED = {
  neverRenewed: 'The CLI never renewed the lease, and it expired.',
  stopped: 'The CLI stopped renewing the lease, and it expired.',
} as const

/**
 * The reason for a verdict, one sentence without times, so that it stays true while it is shown; times are displayed
 * next to it.
 */
export function verdictReason(judged: Judged): string {
  switch (judged.verdict) {
    case 'alive':
      return ALIVE[judged.because]
    case 'awaitingApproval':
      return awaitingReason(judged.awaiting)
    case 'notProgressing':
      return `Renewing on schedule, but no progress for over ${durationText(judged.notProgressingAfterS * 1000)}.`
    case 'notResponding':
      return NOT_RESPONDING[judged.because]
    case 'disconnected': {
      const pause = judged.sinceLastCallMs < 1000 ? 'right' : durationText(judged.sinceLastCallMs)
      return `The CLI disconnected ${pause} after its last call: it has probably died.`
    }
    case 'orphaned':
      return ORPHANED[judged.because]
  }
}
