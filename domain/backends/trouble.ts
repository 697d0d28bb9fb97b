/** Why a backend cannot be used, as facts; `domain/backends/troubleWords.ts` has the sentences. */
export type BackendTrouble =
  /** One sentence about the address, with what to do. */
  | { kind: 'address'; problem: string }
  | { kind: 'unreachable'; host: string }
  | { kind: 'noSuchStore'; name: string }
  | { kind: 'forbidden'; what: 'list' | 'read' | 'write' }
  | { kind: 'credentials'; problem: 'missing' | 'expired' | 'refused' }
  | { kind: 'wrongRegion'; region: string | null }
  /** Of the connection: the server speaks no TLS, or its certificate cannot be trusted. */
  | { kind: 'encryption'; problem: 'unsupported' | 'certificate' }
  | { kind: 'throttled'; retryAfterS: number | null }
  | { kind: 'damagedObject'; key: string }
  | { kind: 'failed'; code: string }
