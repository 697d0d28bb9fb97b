import { utcTime } from '#words/time.ts'
import type { Deps } from '../../deps.ts'
import type { TokenRow } from '../../store/port/access.ts'

/** As on the page of access tokens: a week is enough to create another one. */
const SOON_MS = 7 * 24 * 3600 * 1000

/**
 * The warning for an update whose access token expires within a week: the pipeline that uses it would stop then (OWASP
 * ASVS 2.3.3).
 */
export async function expiryMessages(
  deps: Pick<Deps, 'store' | 'settings'>,
  token: Pick<TokenRow, 'name' | 'expiresAt'> | null,
): Promise<{ severity: 'warning'; message: string }[]> {
  const expiresAt = token?.expiresAt ?? null
  if (token === null || expiresAt === null || expiresAt - (await deps.store.now()) >= SOON_MS) return []
  const { publicUrl, consoleUrls } = deps.settings
  const message =
    `The access token ${token.name} expires at ${utcTime(expiresAt)}.` +
    ` Create another one at ${consoleUrls[0] ?? publicUrl}/-/settings/tokens`
  return [{ severity: 'warning', message }]
}
