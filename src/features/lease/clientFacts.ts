import type { ClientFacts } from '#contract/leases.ts'

/**
 * An address sent by a client, if it may become a link: `http` and `https` only. A CI's address is an environment
 * variable of the machine that ran the update; the page must not execute it.
 */
export function linkable(url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : undefined
}

/** What ran: `pulumi up, CLI 3.210.0, linux`; undefined when the client said nothing. */
export function clientWords({ command, cliVersion, os, agent }: ClientFacts): string | undefined {
  const parts = [command, cliVersion && `CLI ${cliVersion.replace(/^v/, '')}`, os, agent && `run by ${agent}`].filter(
    Boolean,
  )
  return parts.length > 0 ? parts.join(', ') : undefined
}
