import ExternalLink from 'lucide-react/icons/external-link'
import type { ClientFacts } from '#contract/leases.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { jobName } from '#words/personName.ts'
import { linkable } from './clientFacts.ts'

type Props = { client: Pick<ClientFacts, 'ci'> & Partial<Pick<ClientFacts, 'host' | 'address'>> }

/** Where a client runs: the CI job (linked if its address is safe to follow), the host and the network address. */
export function ClientPlace({ client: { ci, host, address } }: Props) {
  if (!ci && !host && !address) return <span className="text-muted">unknown</span>
  const href = linkable(ci?.url)
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {ci &&
        (href ? (
          <a
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex items-center gap-1 rounded-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
          >
            {jobName(ci)}
            <ExternalLink className="size-3.5" aria-hidden />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          <span>{jobName(ci)}</span>
        ))}
      {host && <Mono>{host}</Mono>}
      {address && <Mono className="text-muted">{address}</Mono>}
    </span>
  )
}
