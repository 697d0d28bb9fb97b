import pino from 'pino'
import type { Log } from '../deps.ts'
import type { Settings } from '../settings.ts'

/**
 * Logs JSON lines, or readable ones on a terminal, through a printer that is loaded only there. It prints on this
 * thread: pino's own transport starts another, which costs tens of megabytes.
 */
export async function createLog(level: Settings['log']): Promise<Log> {
  if (!process.stderr.isTTY) {
    const lines: Log = pino({ level }, pino.destination({ fd: 2, sync: false }))
    return lines
  }
  const { default: pretty } = await import('pino-pretty')
  const log: Log = pino({ level }, pretty({ destination: 2, sync: true, ignore: 'pid,hostname' }))
  return log
}
