import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import LockOpen from 'lucide-react/icons/lock-open'
import Terminal from 'lucide-react/icons/terminal'
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import type { StackDetail } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { healthLooks, HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { useStackMark } from '#src/features/stacks/stackMark.ts'
import { OrgSwitcher } from '#src/features/stacks/OrgSwitcher.tsx'
import { copyText } from '#src/lib/clipboard.ts'
import { paths } from '#src/lib/paths.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { type TabLink, TabLinks } from '#src/ui/TabLinks.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { StackSwitcher } from './StackSwitcher.tsx'
import { LEASE_ANCHOR } from './pageAddress.ts'
import { commandsOf } from './stackCommands.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(stackQueries.detail(stackOf(params)))

/** The frame of all pages of a stack: its name and health, the tabs, and the most urgent action. */
export default function StackLayout() {
  const { data: stack } = useSuspenseQuery(stackQueries.detail(useStackRef()))
  const { ref, health, healthReason, unhealthyCount } = stack
  useStackMark(stack)
  return (
    <>
      <div className="page-column flex flex-col gap-4">
        <PageHeader
          breadcrumbs={[
            { to: paths.org(ref.org), label: ref.org, beside: <OrgSwitcher org={ref.org} /> },
            { to: paths.stacks({ org: ref.org, project: ref.project }), label: ref.project },
          ]}
          title={
            <>
              <span className="font-normal text-muted">{ref.project} / </span>
              {ref.stack}
            </>
          }
          status={
            <>
              <StackSwitcher stack={ref} />
              <HealthStatus health={health} unhealthyCount={unhealthyCount} look="badge" />
            </>
          }
          actions={
            <>
              <FirstAction stack={stack} />
              <StackMenu stack={stack} />
            </>
          }
          meta={
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
              <span className="line-clamp-3 min-w-0 wrap-anywhere text-ink" title={healthReason}>
                {healthReason}
              </span>
              <span className="inline-flex items-center gap-1">
                <Mono>{fullName(ref)}</Mono>
                <CopyButton text={fullName(ref)} label="Copy the full name" />
              </span>
            </span>
          }
        />
        <RenamedNotice />
        <TabLinks label="Parts of the stack" items={tabsOf(stack)} />
      </div>
      <Outlet />
    </>
  )
}

function tabsOf({ ref, version, resourceCount, pendingCount }: StackDetail): TabLink[] {
  return [
    { to: paths.stack(ref), label: 'Overview', end: true },
    { to: paths.updates(ref), label: 'Updates', count: version || undefined },
    { to: paths.resources(ref), label: 'Resources', count: resourceCount || undefined },
    { to: paths.graph(ref), label: 'Graph' },
    { to: paths.versions(ref), label: 'Versions' },
    { to: paths.recover(ref), label: 'Recover', count: pendingCount || undefined },
    { to: paths.options(ref), label: 'Settings' },
  ]
}

function FirstAction({ stack: { ref, health } }: { stack: StackDetail }) {
  const { action } = healthLooks[health]
  const { pathname } = useLocation()
  if (action === 'none') return null
  // On the page itself, which has its own main action, the button would lead nowhere.
  if (pathname.startsWith(paths.recover(ref))) return null
  if (action !== 'lease') {
    return action === 'recover' ? (
      <LinkButton look="primary" to={paths.recover(ref)}>
        <LifeBuoy aria-hidden /> Recover
      </LinkButton>
    ) : (
      <LinkButton look="primary" to={paths.recovery(ref, 'release-lease')}>
        <LockOpen aria-hidden /> Release lease…
      </LinkButton>
    )
  }
  // The overview shows the lease itself.
  return pathname === paths.stack(ref) ? null : (
    <LinkButton look="primary" to={`${paths.stack(ref)}#${LEASE_ANCHOR}`}>
      <KeyRound aria-hidden /> View lease
    </LinkButton>
  )
}

/** Shown once, to a user who came by the former address. */
function RenamedNotice() {
  const { state } = useLocation()
  const from: unknown = typeof state === 'object' && state !== null && 'renamedFrom' in state && state.renamedFrom
  if (typeof from !== 'string') return null
  return (
    <Notice tone="unknown" title={`${from} was renamed to this stack`}>
      Use the new name in commands and StackReferences: the CLI does not find the previous one.
    </Notice>
  )
}

async function copyAndTell(command: string): Promise<void> {
  const title = (await copyText(command)) ? 'Copied' : 'Not copied: the browser refused'
  toast({ id: 'copied', title, description: command })
}

function StackMenu({ stack: { ref } }: { stack: StackDetail }) {
  const { select } = commandsOf(ref)
  return (
    <Menu trigger={<IconButton label={`More for ${fullName(ref)}`} Icon={Ellipsis} />}>
      <MenuItem Icon={Terminal} onSelect={() => void copyAndTell(select)}>
        Copy <Mono className="text-sm text-muted">{select}</Mono>
      </MenuItem>
    </Menu>
  )
}
