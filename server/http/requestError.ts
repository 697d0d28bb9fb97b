/** Why the body of a request is not read, as plain facts; each API words it, like a `Refusal`. */
export type RequestRefusal =
  | { kind: 'bodyTooLarge'; mostBytes: number }
  | { kind: 'bodyCutOff' }
  | { kind: 'gzipDamaged' }
  /** It contains more than its last bytes claim, or consists of several gzips. */
  | { kind: 'gzipOverrun' }
  | { kind: 'gzipTooDense'; mostRatio: number }
  | { kind: 'encodingUnsupported'; encoding: string }
  /** It arrived too slowly, or not at all. `mayRepeat`: the client repeats the call if it is told to. */
  | { kind: 'bodyTooSlow'; mayRepeat: boolean }
  /** The caller's requests in progress take their whole share, or those of all callers leave no room. */
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
