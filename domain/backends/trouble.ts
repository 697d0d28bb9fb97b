/** Why a backend cannot be used, as facts; `domain/backends/troubleWords.ts` has the sentences. */
export type BackendTrouble =
  /** One sentence about the address, with what to do. */
  | { kind: 'address'; problem: string }
  | { kind: 'unreachable'; host: string }
  | { kind: 'noSuchStore'; name: string }
  | { kind: 'forbidden'; what: 'list' | 'read' | 'write' }
  | { kind: 'credentials'; problem: 'missing' | 'expired' | 'refused' }
  | { kind: 'wrongRegion'; region: string | null }
  | { kind: 'encryption'; problem: EncryptionProblem }
  /** A file with a certificate or a key that the address or the environment names: missing, or there is none in it. */
  | { kind: 'unusableFile'; file: string }
  | { kind: 'throttled'; retryAfterS: number | null }
  | { kind: 'damagedObject'; key: string }
  | { kind: 'failed'; code: string }

/** What is wrong with TLS between this server and a backend. */
export type EncryptionProblem =
  /** The backend speaks none, or only an older one. */
  | 'unsupported'
  | 'old'
  /** The backend takes no connection without it. */
  | 'required'
  /** Its certificate has no trusted authority, is for another name, or is out of date. */
  | 'certificate'
  | 'otherName'
  | 'outOfDate'
  /** The backend wants a certificate of its client, and got none or one that it does not accept. */
  | 'clientCertificate'
