/**
 * The data keys of a stack as its row holds them: `FINGERPRINT:KEY,KEY…`, each wrapped by the master key of that
 * fingerprint, in base64. The first is version 1; the last encrypts, all decrypt. Rows of the first release hold one
 * wrapped key alone, without a fingerprint.
 */
export type KeyRing = { masterKey: string | null; wrapped: string[] }

/** The version is one byte of a ciphertext. */
export const MOST_KEYS = 255

export function parseRing(text: string): KeyRing {
  const [before = '', after] = text.split(':', 2)
  return after === undefined ? { masterKey: null, wrapped: [before] } : { masterKey: before, wrapped: after.split(',') }
}

export const formatRing = ({ masterKey, wrapped }: { masterKey: string; wrapped: string[] }): string =>
  `${masterKey}:${wrapped.join(',')}`
