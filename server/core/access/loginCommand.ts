import type { Deps } from '../../deps.ts'

type Addresses = Pick<Deps['settings'], 'publicUrl' | 'consoleUrls'>

/** The address at which users open the console. */
export const consoleUrl = ({ publicUrl, consoleUrls }: Addresses): string => consoleUrls[0] ?? publicUrl

/**
 * The value that the CLI needs in `PULUMI_CONSOLE_DOMAIN`; null if it derives the console's address from the API's by
 * itself (docs/protocol.md, Console addresses). Without it every command prints no links, and none can log in by
 * browser.
 */
export function consoleDomain(addresses: Addresses): string | null {
  const { publicUrl, consoleUrls } = addresses
  const api = new URL(publicUrl)
  const derived =
    api.host === 'localhost:8080'
      ? 'localhost:3000'
      : api.host.startsWith('api.')
        ? api.host.replace(/^api\./, 'app.')
        : undefined
  const isServed = derived !== undefined && consoleUrls.includes(`${api.protocol}//${derived}`)
  return isServed ? null : new URL(consoleUrl(addresses)).host
}

/** The login command to show. The variable is exported, because every later command needs it, too. */
export function loginCommand(addresses: Addresses): string {
  const domain = consoleDomain(addresses)
  return `${domain === null ? '' : `export PULUMI_CONSOLE_DOMAIN=${domain} && `}pulumi login ${addresses.publicUrl}`
}
