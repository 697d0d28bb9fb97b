/**
 * The data keys of a stack as stored in its row: `FINGERPRINT:KEY,KEY…`, each wrapped by the master key of that
 * fingerprint, in base64. The first is version 1; the last encrypts, all decrypt. Rows of the first release contain a
 * single wrapped key, without a fingerprint.
 */
export type KeyRing = { masterKey: string | null; wrapped: string[] }

/** Maximum number of data keys: the version is one byte of a ciphertext. */
export const MAX_KEYS = 255

export function parseRing(text: string): KeyRing {
  const [before = '', after] = text.split(':', 2)
  return after === undefined ? { masterKey: null, wrapped: [before] } : { masterKey: before, wrapped: after.split(',') }
}

export const formatRing = ({ masterKey, wrapped }: { masterKey: string; wrapped: string[] }): string =>
  `${masterKey}:${wrapped.join(',')}`
