import Database from 'lucide-react/icons/database'
import Hand from 'lucide-react/icons/hand'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Lock from 'lucide-react/icons/lock'
import LogIn from 'lucide-react/icons/log-in'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unlock from 'lucide-react/icons/lock-open'
import Users from 'lucide-react/icons/users'
import { AuditAction } from '#contract/audit.ts'
import { auditWords } from '#domain/auditWords.ts'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/ui/icon.ts'
import { type Tone, toneClasses } from '#src/ui/tone.ts'

/** `tone`: for actions that readers of the log must not miss. */
type Look = { Icon: Icon; tone?: Tone }

/** The icon of each action of the audit log, by what it affects. */
const looks: Readonly<Record<AuditAction, Look>> = {
  signin: { Icon: LogIn },
  'signin.failed': { Icon: LogIn, tone: 'danger' },
  signout: { Icon: LogIn },
  'signout.everywhere': { Icon: LogIn },
  'session.end': { Icon: LogIn },
  'token.create': { Icon: KeyRound },
  'token.revoke': { Icon: KeyRound },
  'token.failed': { Icon: KeyRound, tone: 'danger' },
  'user.create': { Icon: Users },
  'user.change': { Icon: Users },
  'user.remove': { Icon: Users, tone: 'danger' },
  'user.signin-link': { Icon: Users },
  'organization.create': { Icon: Users },
  'organization.remove': { Icon: Users },
  'backend.connect': { Icon: Database },
  'backend.change': { Icon: Database },
  'backend.disconnect': { Icon: Database, tone: 'danger' },
  'stack.create': { Icon: Layers },
  'stack.delete': { Icon: Layers, tone: 'danger' },
  'stack.restore': { Icon: Layers },
  'stack.rename': { Icon: Layers },
  'stack.transfer': { Icon: Layers },
  'stack.import': { Icon: Layers },
  'stack.tags': { Icon: Layers },
  'update.start': { Icon: RefreshCw },
  'update.cancel': { Icon: RefreshCw, tone: 'attention' },
  'update.end': { Icon: RefreshCw },
  'lock.take': { Icon: Lock },
  'lock.extend': { Icon: Lock },
  'lock.release': { Icon: Lock },
  'lock.break': { Icon: Lock, tone: 'attention' },
  'lock.end': { Icon: Lock },
  'secrets.decrypt': { Icon: Unlock, tone: 'attention' },
  'state.recovery': { Icon: LifeBuoy, tone: 'attention' },
  'orphan.settle': { Icon: LifeBuoy },
  'orphan.answer': { Icon: LifeBuoy },
  'alarm.acknowledge': { Icon: TriangleAlert },
  'keys.rotate': { Icon: KeyRound },
  'retention.change': { Icon: Database },
  'retention.run': { Icon: Database, tone: 'attention' },
  'approval.rules': { Icon: Hand, tone: 'attention' },
  'approval.ask': { Icon: Hand },
  'approval.allow': { Icon: Hand },
  'approval.refuse': { Icon: Hand, tone: 'attention' },
  'approval.use': { Icon: Hand },
}

/** How an entry's action is shown: one of another version by its name. */
export function shownAction(action: string): Look & { words: string } {
  const known = AuditAction.safeParse(action)
  return known.success ? { ...looks[known.data], words: auditWords[known.data] } : { words: action, Icon: Settings }
}

/** The icon of an action, in its tone. */
export function ActionIcon({ action }: { action: string }) {
  const { Icon, tone } = shownAction(action)
  return (
    <Icon className={cx('size-4 shrink-0', tone === undefined ? 'text-muted' : toneClasses[tone].text)} aria-hidden />
  )
}
