import { isProbablyGone, leaseVerdict } from '#domain/lease/lease.ts'
import { webUrl } from '#domain/lease/client.ts'
import type { LeaseHolder } from '../../errors.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** The running update that holds a stack's lease, as named in refusals. */
export function holderOf({ org, project, name }: StackRow, holder: UpdateRow, now: number): LeaseHolder {
  const { environment } = holder.request
  const isGone = isProbablyGone(leaseVerdict(holder, now, Infinity)?.verdict)
  const lastSign = Math.max(holder.lease?.renewedAt ?? 0, holder.lastWriteAt ?? 0, holder.lastEventAt ?? 0)
  return {
    stack: { org, project, name },
    login: holder.requestedBy,
    kind: holder.kind,
    version: holder.version,
    startedAt: holder.startedAt ?? now,
    sinceLastCallS: Math.max(0, Math.round((now - lastSign) / 1000)),
    expiresInS: isGone && holder.lease ? Math.max(0, Math.ceil((holder.lease.expiresAt - now) / 1000)) : null,
    ci: webUrl(environment['ci.build.url']) ?? environment['ci.system'] ?? null,
  }
}
