import pino from 'pino'
import type { Log } from '../deps.ts'
import type { Settings } from '../settings.ts'

/** JSON lines; readable ones on a terminal. */
export function createLog(level: Settings['log']): Log {
  const isTerminal = process.stderr.isTTY
  return isTerminal
    ? pino({ level, transport: { target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname' } } })
    : pino({ level }, pino.destination({ fd: 2, sync: false }))
}
