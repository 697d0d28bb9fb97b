import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Hand from 'lucide-react/icons/hand'
import KeyRound from 'lucide-react/icons/key-round'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Info from 'lucide-react/icons/info'
import Terminal from 'lucide-react/icons/terminal'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { isCalm, VIEW_LOCK } from '#domain/backends/backendNames.ts'
import { isHeldThere } from '#domain/backends/isHeldThere.ts'
import { fullName } from '#domain/stackName.ts'
import { namedStack, stackQueries } from '#src/api/stacks.ts'
import { hasStrip, readOverlay } from '#src/features/graph/overlays/choice.ts'
import { LeaseLine } from '#src/features/lease/LeaseLine.tsx'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { useStackMark } from '#src/features/stacks/stackMark.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { paths } from '#src/lib/paths.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { type TabLink, TabLinks } from '#src/ui/TabLinks.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { isInterrupted } from './InterruptedNotice.tsx'
import { StackHeader } from './StackHeader.tsx'
import { LEASE_ANCHOR } from './pageAddress.ts'
import { commandsOf } from './stackCommands.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(stackQueries.detail(stackOf(params)))

/** The frame of all pages of a stack: its name and health, the most urgent action, the tabs, and the line of its lease. */
export default function StackLayout() {
  const { data: stack } = useSuspenseQuery(stackQueries.detail(useStackRef()))
  const { ref, leaseCard } = stack
  const { pathname } = useLocation()
  useStackMark(stack)
  return (
    <>
      <div className="flex flex-col gap-0.5">
        <StackHeader stack={stack}>
          <FirstAction stack={stack} />
          <span className="max-sm:order-1 max-sm:ml-auto">
            <StackMenu stack={stack} />
          </span>
        </StackHeader>
        <MayNotNote stack={stack} />
        <RenamedNotice />
        <div className="relative">
          <TabLinks label="Parts of the stack" items={tabsOf(stack, pathname)} />
          {leaseCard && (
            // Not below the tabs, where it would look like the mark of one, except on a phone: above them is a button.
            <div className="absolute inset-x-0 -top-0.5 max-sm:top-auto max-sm:bottom-0">
              {/* The card of the overview says when the lease expires. */}
              <LeaseLine lease={leaseCard} isSaid={pathname !== paths.stack(ref)} />
            </div>
          )}
        </div>
      </div>
      {ref.org === OPENED_ORG && (
        <Suspense>
          <OpenedBar stack={stack} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}

// Only files that were opened have it.
const OpenedBar = lazyPart(async () => (await import('./opened/OpenedBar.tsx')).OpenedBar, PartMissing)

function tabsOf(
  { ref, version, resourceCount, pendingCount, errorCount, unknownOutputs = 0, elsewhere }: StackDetail,
  pathname: string,
): TabLink[] {
  /** The tab of a page that has none of its own. */
  const isAt = (page: string) => (pathname === page ? true : undefined)
  // What a run has in flight is nothing to recover.
  const isAtWork = elsewhere?.holder != null && isCalm(elsewhere.holder.word)
  // Errors come first: nothing else can be resolved before them.
  const toRecover = errorCount || (isAtWork ? 0 : pendingCount + unknownOutputs)
  return [
    { to: paths.stack(ref), label: 'Overview', end: true },
    { to: paths.updates(ref), label: 'Updates', count: elsewhere ? undefined : version || undefined },
    { to: paths.resources(ref), label: 'Resources', count: resourceCount || undefined, current: isAt(paths.edit(ref)) },
    { to: paths.graph(ref), label: 'Graph' },
    { to: paths.versions(ref), label: 'Versions', current: isAt(paths.compare(ref)) },
    { to: paths.recover(ref), label: 'Recover', count: toRecover || undefined },
    { to: paths.options(ref), label: 'Settings' },
  ]
}

/** Why the user can only look at what the stack needs, on the pages that say nothing of it themselves. */
function MayNotNote({ stack: { ref, health } }: { stack: StackDetail }) {
  const { mayNot } = useRecoverWord(ref)
  const { pathname } = useLocation()
  const saysIt = [paths.recover(ref), paths.edit(ref), paths.options(ref)].some((page) => pathname.startsWith(page))
  if (mayNot === undefined || saysIt || !isRecovered(healthLooks[health])) return null
  return <p className="text-sm text-muted">{mayNot}</p>
}

const isRecovered = ({ action }: { action: string }): boolean => action === 'recover' || action === 'release'
/** On a phone it is below the sentence that says why. */
const LAST_ON_PHONE = 'max-sm:order-3 max-sm:w-full'

function FirstAction({ stack }: { stack: StackDetail }) {
  const { ref, health, elsewhere } = stack
  // Who holds it in a backend comes first, and is only looked at here.
  const holder = elsewhere?.holder
  const action = isHeldThere(holder) ? 'lease' : healthLooks[health].action
  const { pathname, search } = useLocation()
  const { word, mayNot } = useRecoverWord(ref)
  if (action === 'none') return null
  // On the page itself, which has its own main action, the button would lead nowhere.
  if (pathname.startsWith(paths.recover(ref))) return null
  if (mayNot !== undefined && isRecovered({ action })) {
    return <LinkButton to={paths.recover(ref)}>{word}</LinkButton>
  }
  // The overview shows the lease itself, what waits for approval, what to refresh first, and what to resolve.
  const isSaid = action === 'lease' || health === 'unknownOutputs' || isInterrupted(stack)
  if (pathname === paths.stack(ref) && isSaid) return null
  // The graph has it beside what not to do, unless it is coloured by something else.
  const overlay = readOverlay(new URLSearchParams(search).get('overlay'))
  if (pathname === paths.graph(ref) && isInterrupted(stack) && hasStrip(overlay, stack)) return null
  if (action !== 'lease') {
    return (
      <LinkButton look="primary" className={LAST_ON_PHONE} to={paths.recover(ref)}>
        <LifeBuoy aria-hidden /> {health === 'tooNew' ? healthLooks.tooNew.step : 'Recover'}
      </LinkButton>
    )
  }
  return health === 'awaitingApproval' ? (
    <LinkButton look="primary" className={LAST_ON_PHONE} to={`${paths.stack(ref)}#approval`}>
      <Hand aria-hidden /> Allow or refuse
    </LinkButton>
  ) : (
    <LinkButton look="primary" className={LAST_ON_PHONE} to={`${paths.stack(ref)}#${LEASE_ANCHOR}`}>
      <KeyRound aria-hidden /> {isHeldThere(holder) ? VIEW_LOCK : 'View lease'}
    </LinkButton>
  )
}

/** Shown once, to a user who came by the former address. */
function RenamedNotice() {
  const { state } = useLocation()
  const [isClosed, setClosed] = useState(false)
  const from: unknown = typeof state === 'object' && state !== null && 'renamedFrom' in state && state.renamedFrom
  if (typeof from !== 'string' || isClosed) return null
  return (
    <div
      role="status"
      className="my-1 flex items-start gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3 text-sm"
    >
      <Info className="mt-1.5 size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 py-1 wrap-anywhere">
        <strong className="font-semibold">This stack was called {from}.</strong> Use the new name in commands and
        StackReferences.
      </p>
      <IconButton label="Close" Icon={X} onClick={() => setClosed(true)} />
    </div>
  )
}

async function copyAndTell(command: string): Promise<void> {
  const title = (await copyText(command)) ? 'Copied' : 'Not copied: the browser refused'
  toast({ id: 'copied', title, description: command })
}

function StackMenu({ stack }: { stack: StackDetail }) {
  const { ref } = stack
  const { select } = commandsOf(namedStack(stack))
  return (
    <Menu trigger={<IconButton label={`More for ${fullName(ref)}`} Icon={Ellipsis} />}>
      <MenuItem Icon={Terminal} onSelect={() => void copyAndTell(select)}>
        Copy <Mono className="text-sm text-muted">{select}</Mono>
      </MenuItem>
    </Menu>
  )
}
