import pino from 'pino'
import type { Log } from '../deps.ts'
import type { Settings } from '../settings.ts'

/**
 * JSON lines; readable ones on a terminal, by a printer that is loaded only there. It prints in this thread: pino's own
 * way starts another, which costs tens of megabytes for the few lines of a server that someone watches.
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
