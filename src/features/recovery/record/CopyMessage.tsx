import type { Lease } from '#contract/leases.ts'
import { fullName } from '#domain/stackName.ts'
import { exactTime } from '#words/time.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { jobName } from '#words/personName.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'

/** A message to the person who runs the update, ready to copy. */
export function CopyMessage({ lease }: { lease: Lease }) {
  const name = usePersonName(lease.holder.login)
  return <CopyButton look="words" label="Copy message" text={messageFor(lease, name)} isLines />
}

export function messageFor({ stack, kind, version, since, inFlight, client, updateId }: Lease, name: string): string {
  const what = `${kind}${version === null ? '' : ` ${version}`}`
  const where = client.ci ? ` (${jobName(client.ci)})` : client.host ? ` (${client.host})` : ''
  return [
    `Hello ${name}, your ${what} of ${fullName(stack)}${where} has held the lease since ${exactTime(since)}, and others are waiting.`,
    inFlight.length > 0 ? `In flight: ${inFlight.map(({ type, name }) => `${type} ${name}`).join(', ')}.` : '',
    client.ci
      ? 'Is it still running? If not, cancel the job.'
      : 'Is it still running? If not, press Ctrl-C once in its terminal and let it end cleanly; twice leaves operations with an unknown outcome.',
    `(update ${updateId})`,
  ]
    .filter(Boolean)
    .join('\n')
}
