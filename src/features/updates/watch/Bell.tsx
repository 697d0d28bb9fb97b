import BellIcon from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ComponentProps, useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { Duration, Time } from '#src/ui/Time.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { list } from '#words/counts.ts'
import { ProgressLine } from '../progress/ProgressLine.tsx'
import { UpdateStatus } from '../UpdateStatus.tsx'
import { BELL_LINE } from './bellLine.ts'
import { Latest } from './Latest.tsx'
import { askToNotify, notifyPermission } from './notify.ts'
import { stepCounts, useWaitingRuns, WaitingLink } from './WaitingLink.tsx'
import { isUnseen, useMyWatchedRuns, useWatchedRuns, type Watched } from './watched.ts'

/**
 * What waits and what happened, as a menu: runs that wait for approval, the watched runs, those that run with their
 * progress, and the latest of all stacks. The button counts the steps that the user can decide, and the ends of watched
 * runs that were not seen yet; closing the menu, or opening the page of a run, counts as seen.
 */
export function Bell() {
  const waiting = useWaitingRuns()
  const { seen, forgetEnded } = useWatchedRuns()
  const runs = useMyWatchedRuns()
  const { pathname } = useLocation()
  const isHere = runs.some((run) => isUnseen(run) && run.path === pathname)
  useEffect(() => {
    if (isHere) seen(pathname)
  }, [isHere, seen, pathname])
  const running = runs.filter(({ end }) => end === undefined)
  const ended = runs
    .filter(({ end }) => end !== undefined)
    .toSorted((a, b) => (b.end?.endedAt ?? 0) - (a.end?.endedAt ?? 0))
  return (
    <Menu
      trigger={<BellButton running={running.length} unseen={ended.filter(isUnseen).length} {...stepCounts(waiting)} />}
      onClose={() => seen()}
    >
      {waiting.length > 0 && (
        <>
          <p className="px-3 py-1 font-semibold">Waiting for approval</p>
          {waiting.map((run) => (
            <WaitingLink key={run.updateId} run={run} />
          ))}
          <MenuSeparator />
        </>
      )}
      {runs.length > 0 && (
        <>
          <p className="px-3 py-1 font-semibold">Watched runs</p>
          {[...running, ...ended].map((run) => (
            <MenuLink key={run.id} to={run.path}>
              <Run run={run} />
            </MenuLink>
          ))}
          {ended.length > 0 && <MenuItem onSelect={forgetEnded}>Clear finished</MenuItem>}
          <MenuSeparator />
        </>
      )}
      <Latest listed={new Set(runs.map(({ id }) => id))} />
      <MenuSeparator />
      {notifyPermission() === 'default' && (
        <MenuItem Icon={BellRing} onSelect={() => void askToNotify()}>
          Allow notifications in this browser
        </MenuItem>
      )}
      <MenuLink to={paths.settings.preferences()} Icon={SlidersHorizontal}>
        Notification preferences
      </MenuLink>
    </Menu>
  )
}

type ButtonProps = ComponentProps<'button'> & { running: number; unseen: number } & ReturnType<typeof stepCounts>

function BellButton({ running, unseen, steps, mine, ...rest }: ButtonProps) {
  const counts = [
    steps > 0 && `${steps} waiting for approval`,
    unseen > 0 && `${unseen} ended`,
    running > 0 && `${running} running`,
  ].filter((part) => part !== false)
  const calls = unseen + mine
  const label = `Notifications${counts.length === 0 ? '' : `: ${list(counts)}`}`
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className="relative inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <BellIcon className="size-4" aria-hidden />
        {calls > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full border border-surface bg-accent px-0.5 text-center text-[0.625rem] leading-3.5 font-semibold text-on-accent"
          >
            {calls}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

function Run({ run: { id, stack, title, by, end, isSeen } }: { run: Watched }) {
  return (
    <span className={BELL_LINE}>
      <span className={end && !isSeen ? 'truncate font-semibold' : 'truncate'}>{title}</span>
      {end ? (
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <UpdateStatus status={end.status} />
          {end.startedAt !== null && (
            <span>
              after <Duration ms={Math.max(1000, end.endedAt - end.startedAt)} />
            </span>
          )}
          <Time at={end.endedAt} />
        </span>
      ) : (
        <ProgressLine stack={stack} run={id} className="w-full text-sm text-muted" />
      )}
      {by && <Name by={by} />}
    </span>
  )
}

const Name = ({ by: { login, ci } }: { by: NonNullable<Watched['by']> }) => (
  <span className="truncate text-sm text-muted">{useRunnerName(login, ci)}</span>
)
