import type { Lease } from '#contract/leases.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { runTitle } from './words.ts'

/** The run that holds a lease, as a link to its page; without a version it has none. */
export const LeaseRun = ({ lease }: { lease: Pick<Lease, 'stack' | 'kind' | 'version'> }) =>
  lease.version === null ? (
    runTitle(lease)
  ) : (
    <TextLink to={paths.update(lease.stack, lease.version)}>{runTitle(lease)}</TextLink>
  )
