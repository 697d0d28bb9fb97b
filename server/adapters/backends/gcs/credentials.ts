import type { GcsAddress } from '#domain/backends/storeAddress.ts'
import { BackendError } from '#server/blobs/port.ts'
import { networkTrouble } from '../network.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'

export type Signer = {
  /** The headers that sign a request. Throws `BackendError`. */
  headers(): Promise<Record<string, string>>
  /** What it means if the store does not accept them. */
  refused: 'missing' | 'expired' | 'refused'
}

/**
 * Credentials in the order of the CLI: a key or a federation in `GOOGLE_CREDENTIALS`, a token in
 * `GOOGLE_OAUTH_ACCESS_TOKEN`, then application default credentials: a file, those of gcloud, or the machine's own.
 */
export async function createSigner({ isAnonymous, universe }: GcsAddress): Promise<Signer> {
  const nobody: Signer = { headers: async () => ({}), refused: 'missing' }
  if (isAnonymous) return nobody
  const written = process.env['GOOGLE_CREDENTIALS']
  const token = process.env['GOOGLE_OAUTH_ACCESS_TOKEN']
  if (!written && token)
    // A token does not renew itself: one that is not accepted has mostly expired.
    return { headers: async () => ({ Authorization: `Bearer ${token}` }), refused: 'expired' }
  if (!written && process.env['STORAGE_EMULATOR_HOST']) return nobody
  const { GoogleAuth } = await import('google-auth-library')
  const auth = new GoogleAuth({
    scopes: SCOPE,
    ...(universe !== undefined && { universeDomain: universe }),
    ...(written && { credentials: credentialsIn(written) }),
  })
  return {
    refused: 'refused',
    async headers() {
      try {
        return Object.fromEntries((await auth.getRequestHeaders()).entries())
      } catch (error) {
        const trouble = networkTrouble(error, 'oauth2.googleapis.com')
        if (trouble?.kind === 'unreachable') throw new BackendError(trouble)
        throw new BackendError({ kind: 'credentials', problem: problemOf(error) })
      }
    },
  }
}

/** The key file in `GOOGLE_CREDENTIALS`. */
function credentialsIn(text: string): Record<string, string> {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackendError({ kind: 'credentials', problem: 'refused' })
  }
}

/** `invalid_grant` is an old refresh token or a required new sign-in; other codes are about the key itself. */
function problemOf(error: unknown): 'missing' | 'expired' | 'refused' {
  const text = error instanceof Error ? error.message : ''
  if (/could not load the default credentials|no such file|ENOENT|does not exist/i.test(text)) return 'missing'
  return /invalid_grant|invalid_rapt|expired|reauth/i.test(text) ? 'expired' : 'refused'
}
