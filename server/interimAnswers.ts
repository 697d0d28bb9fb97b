import type { IncomingMessage, ServerResponse } from 'node:http'

/** How often a waiting request has an interim answer, in milliseconds: proxies end it after 30 or 60 s without a byte. */
const INTERIM_MS = 25_000

/**
 * Sends an interim answer (102) every `everyMs` until the answer or the end of the connection, so that a proxy does not
 * take a request that waits for a user for dead. Clients that keep a journal take any number of them (CLI from 3.204 on,
 * built with Go 1.24 or later; before, Go took five). HTTP/1.0 has none (RFC 9110, section 15.2).
 */
export function keepOpen(incoming: IncomingMessage, outgoing: ServerResponse, everyMs: number = INTERIM_MS): void {
  if (incoming.httpVersion === '1.0') return
  const timer = setInterval(() => {
    if (outgoing.headersSent) clearInterval(timer)
    else outgoing.writeProcessing()
  }, everyMs)
  outgoing.once('close', () => clearInterval(timer))
}
