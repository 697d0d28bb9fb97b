/** Why the body of a request is not read, as plain facts; each API says it in its own words, as it does a `Refusal`. */
export type RequestRefusal =
  | { kind: 'bodyTooLarge'; mostBytes: number }
  | { kind: 'bodyCutOff' }
  | { kind: 'gzipDamaged' }
  /** It holds more than its last bytes say, or consists of several. */
  | { kind: 'gzipOverrun' }
  | { kind: 'gzipTooDense'; mostRatio: number }
  | { kind: 'encodingUnsupported'; encoding: string }
  /** The process holds as many large bodies as it may. */
  | { kind: 'tooBusy'; retryAfterS: number }

/** Thrown for a body that is not read. The message is for the log. */
export class RequestError extends Error {
  readonly refusal: RequestRefusal
  constructor(refusal: RequestRefusal) {
    super(`refused: ${refusal.kind}`)
    this.name = 'RequestError'
    this.refusal = refusal
  }
}
