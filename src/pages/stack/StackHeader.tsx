import ChevronRight from 'lucide-react/icons/chevron-right'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import type { MaintenanceLock } from '#contract/locks.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { ElsewhereMark } from '#src/features/stacks/ElsewhereMark.tsx'
import { OrgSwitcher } from '#src/features/stacks/OrgSwitcher.tsx'
import { StackHealth } from '#src/features/stacks/StackHealth.tsx'
import { paths } from '#src/lib/paths.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Breadcrumbs } from '#src/ui/Breadcrumbs.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { PageTitle } from '#src/ui/PageHeader.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Countdown } from '#src/ui/Time.tsx'
import { StackSwitcher } from './StackSwitcher.tsx'

/**
 * The head of all pages of a stack, in one row where the window is wide enough: where it is, its name, its health in a
 * word and a sentence, the actions. On a phone each has a line.
 */
export function StackHeader({ stack, children }: { stack: StackDetail; children: ReactNode }) {
  const { ref, health, healthReason } = stack
  // Trouble comes before a lock, which has a card on the pages where it matters.
  const lock = health === 'ok' || health === 'empty' ? stack.lock : null
  return (
    <header className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <div className="flex min-w-0 flex-wrap items-center max-sm:basis-full">
        <div className="flex items-center max-sm:basis-full">
          <Breadcrumbs items={[{ to: paths.org(ref.org), label: ref.org, beside: <OrgSwitcher org={ref.org} /> }]} />
          <ChevronRight className="mx-1 size-3.5 text-faint max-sm:hidden" aria-hidden />
        </div>
        <PageTitle>
          <span className="font-normal text-muted">{ref.project} / </span>
          {ref.stack}
        </PageTitle>
        <span className="inline-flex items-center pl-1">
          <StackSwitcher stack={ref} />
          <CopyButton text={fullName(ref)} label={`Copy ${fullName(ref)}`} />
        </span>
      </div>
      {lock ? (
        <Status tone="attention" Icon={Wrench} look="badge" className="align-middle">
          Locked
        </Status>
      ) : (
        <StackHealth stack={stack} look="badge" />
      )}
      {/* On a phone a bar below says it of an opened file; here it would push the menu into a line of its own. */}
      <span className={stack.elsewhere?.kind === 'opened' ? 'contents max-sm:hidden' : 'contents'}>
        <ElsewhereMark elsewhere={stack.elsewhere} />
      </span>
      <p
        className="line-clamp-3 min-w-0 flex-1 basis-full text-sm wrap-anywhere max-sm:order-2 sm:line-clamp-2 sm:basis-64"
        title={lock ? lock.reason : healthReason}
      >
        {lock ? (
          <LockReason lock={lock} isMine={stack.lockIsMine === true} />
        ) : (
          <>
            {healthReason} <RefusedIn until={stack.lease?.decideBy} isSentence />
          </>
        )}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:contents">{children}</div>
    </header>
  )
}

function LockReason({ lock: { holder, until }, isMine }: { lock: MaintenanceLock; isMine: boolean }) {
  const name = usePersonName(holder.login)
  return (
    <>
      {isMine ? 'You' : name} locked it for maintenance: updates {isMine ? 'are' : 'and recoveries are'} blocked. It
      ends automatically in <Countdown until={until} over="a moment" />.
    </>
  )
}
