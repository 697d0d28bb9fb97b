import ArrowUp from 'lucide-react/icons/circle-arrow-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import EyeOff from 'lucide-react/icons/eye-off'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import FileWarning from 'lucide-react/icons/file-warning'
import Hand from 'lucide-react/icons/hand'
import HeartCrack from 'lucide-react/icons/heart-crack'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageX from 'lucide-react/icons/package-x'
import Siren from 'lucide-react/icons/siren'
import Timer from 'lucide-react/icons/timer'
import Unlink from 'lucide-react/icons/unlink'
import Unplug from 'lucide-react/icons/unplug'
import Users from 'lucide-react/icons/users'
import VolumeX from 'lucide-react/icons/volume-x'
import type { LockWord } from '#contract/backends.ts'
import type { Health } from '#contract/stacks.ts'
import type { UpdateKind } from '#contract/updates.ts'
import { LOCK_TONES, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { LOCK_HEALTH } from '#domain/health/lockHealth.ts'
import { reportErrors } from '#domain/state/unhealthy.ts'
import type { Icon } from '#src/ui/icon.ts'
import { lockIcons } from '#src/ui/lockIcons.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { capital } from '#words/capital.ts'

type Look = {
  label: string
  tone: Tone
  Icon: Icon
  /** Where the stack's first action leads. */
  action: 'recover' | 'lease' | 'none'
  /** The name of the action in a list of stacks that need attention, if not *Recover*. */
  step?: string
}

/**
 * The look of each state of health, worst first, and what to do about it; a new one does not compile without it. The label is
 * for any number of stacks, that of one is `healthLabel`.
 */
export const healthLooks: Readonly<Record<Health, Look>> = {
  orphaned: { label: 'Interrupted', tone: 'danger', Icon: Unplug, action: 'recover' },
  notResponding: { label: 'Not responding', tone: 'attention', Icon: HeartCrack, action: 'recover' },
  alarm: { label: 'Resources at risk', tone: 'danger', Icon: Siren, action: 'recover', step: 'Review' },
  unknownOutputs: {
    label: 'Outputs unknown',
    tone: 'danger',
    Icon: FileQuestion,
    action: 'recover',
    step: 'How to refresh',
  },
  pendingCreates: { label: 'Unknown creates', tone: 'danger', Icon: PackageX, action: 'recover' },
  pending: { label: 'Pending operations', tone: 'attention', Icon: Hourglass, action: 'recover' },
  // It ended in order, and its state is saved: less than an interrupted one.
  failed: { label: 'Last run failed', tone: 'attention', Icon: CircleX, action: 'recover', step: 'View error' },
  broken: { label: 'Invalid state', tone: 'danger', Icon: FileWarning, action: 'recover', step: 'Repair' },
  tooNew: {
    label: 'Holdfast is too old',
    tone: 'attention',
    Icon: ArrowUp,
    action: 'recover',
    step: 'What to do',
  },
  brokenReferences: { label: 'Broken reference', tone: 'attention', Icon: Unlink, action: 'recover', step: 'View' },
  awaitingApproval: { label: 'Waiting for approval', tone: 'waiting', Icon: Hand, action: 'lease' },
  notProgressing: { label: 'Not progressing', tone: 'attention', Icon: VolumeX, action: 'lease' },
  blocking: { label: 'Blocking others', tone: 'waiting', Icon: Users, action: 'lease' },
  slow: { label: 'Slower than usual', tone: 'attention', Icon: Timer, action: 'lease' },
  running: { label: 'Running', tone: 'running', Icon: LoaderCircle, action: 'lease' },
  ok: { label: 'Healthy', tone: 'ok', Icon: CircleCheck, action: 'none' },
  empty: { label: 'Empty', tone: 'unknown', Icon: CircleDashed, action: 'none' },
}

/** The name of the health of one stack; `lastKind`, the kind of its last run, names what failed. */
export const healthLabel = (health: Health, lastKind: UpdateKind | undefined): string =>
  health === 'failed' && lastKind !== undefined ? `Last ${lastKind} failed` : healthLooks[health].label

/** The look of a stack that no CLI sees; its state may be valid. */
const INVISIBLE: Pick<Look, 'label' | 'tone' | 'Icon'> = {
  label: 'The CLI cannot see it',
  tone: 'danger',
  Icon: EyeOff,
}

/** The look of a health; where a lock in a backend decides it, that of the word about the lock. */
export function lookOf(
  health: Health,
  word: LockWord | null | undefined,
  isInvisible: boolean,
  lastKind?: UpdateKind,
): Pick<Look, 'label' | 'tone' | 'Icon'> {
  if (isInvisible && health === 'broken') return INVISIBLE
  if (word == null || LOCK_HEALTH[word] !== health)
    return { ...healthLooks[health], label: healthLabel(health, lastKind) }
  return { label: capital(LOCK_WORDS[word]), tone: LOCK_TONES[word], Icon: lockIcons[word] }
}

/** The health of a stack as icon and word; a healthy one says how many of its resources report errors. */
export function HealthStatus({
  health,
  lockWord,
  isInvisible = false,
  isFile = false,
  unhealthyCount = 0,
  lastKind,
  look = 'text',
  size = 'normal',
}: {
  health: Health
  /** The word about its locks, if it is kept elsewhere. */
  lockWord?: LockWord | null | undefined
  /** Whether no CLI sees it, if it is kept elsewhere. */
  isInvisible?: boolean | undefined
  /** Of a file only the state is known. */
  isFile?: boolean
  unhealthyCount?: number
  /** The kind of the last run of one stack, which names what failed; undefined for stacks of several kinds. */
  lastKind: UpdateKind | undefined
  look?: 'text' | 'badge'
  size?: 'normal' | 'small'
}) {
  const { label: usual, tone, Icon } = lookOf(health, lockWord, isInvisible, lastKind)
  const label = isFile && health === 'ok' ? 'Valid' : usual
  return (
    <Status
      tone={tone}
      Icon={Icon}
      look={look}
      className={size === 'small' ? 'min-w-0 gap-1 text-xs [&_svg]:size-3' : 'align-middle'}
    >
      {size === 'small' ? <span className="truncate">{label}</span> : label}
      {health === 'ok' && unhealthyCount > 0 && ` · ${reportErrors(unhealthyCount)}`}
    </Status>
  )
}
