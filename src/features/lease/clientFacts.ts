import type { ClientFacts } from '#contract/leases.ts'

/**
 * An address that a client sent, if it may become a link: `http` and `https` only. The CI's address is an environment
 * variable of the machine that ran the update; a page must not run what it says.
 */
export function linkable(url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : undefined
}

/** `github-actions, build 4711`. */
export const ciWords = ({ system, build }: { system: string; build: string | null }): string =>
  build ? `${system}, build ${build}` : system

/** What ran: `pulumi up, CLI 3.210.0, linux`; undefined when the client said nothing. */
export function clientWords({ command, cliVersion, os, agent }: ClientFacts): string | undefined {
  const parts = [command, cliVersion && `CLI ${cliVersion.replace(/^v/, '')}`, os, agent && `run by ${agent}`].filter(
    Boolean,
  )
  return parts.length > 0 ? parts.join(', ') : undefined
}
