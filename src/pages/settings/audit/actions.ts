import Database from 'lucide-react/icons/database'
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
import type { Icon } from '#src/ui/icon.ts'
import type { Tone } from '#src/ui/tone.ts'

/** `tone`: for actions that readers of the log must not miss. */
type Shown = { words: string; Icon: Icon; tone?: Tone }

/** How each action of the audit log is shown; a new one does not compile without it. */
export const auditActions: Readonly<Record<AuditAction, Shown>> = {
  signin: { words: 'signed in', Icon: LogIn },
  'signin.failed': { words: 'failed to sign in', Icon: LogIn, tone: 'danger' },
  signout: { words: 'signed out', Icon: LogIn },
  'signout.everywhere': { words: 'signed out everywhere', Icon: LogIn },
  'session.end': { words: 'ended a session', Icon: LogIn },
  'token.create': { words: 'created a token', Icon: KeyRound },
  'token.revoke': { words: 'revoked a token', Icon: KeyRound },
  'token.failed': { words: 'sent a wrong token', Icon: KeyRound, tone: 'danger' },
  'user.create': { words: 'created a user', Icon: Users },
  'user.change': { words: 'changed a user', Icon: Users },
  'user.remove': { words: 'removed a user', Icon: Users, tone: 'danger' },
  'user.signin-link': { words: 'created a sign-in link', Icon: Users },
  'stack.create': { words: 'created a stack', Icon: Layers },
  'stack.delete': { words: 'deleted a stack', Icon: Layers, tone: 'danger' },
  'stack.restore': { words: 'restored a stack', Icon: Layers },
  'stack.rename': { words: 'renamed a stack', Icon: Layers },
  'stack.transfer': { words: 'moved a stack', Icon: Layers },
  'stack.import': { words: 'imported a state', Icon: Layers },
  'stack.tags': { words: 'changed tags', Icon: Layers },
  'update.start': { words: 'started an update', Icon: RefreshCw },
  'update.cancel': { words: 'cancelled an update', Icon: RefreshCw, tone: 'attention' },
  'update.end': { words: 'ended an update', Icon: RefreshCw },
  'lock.take': { words: 'locked a stack', Icon: Lock },
  'lock.extend': { words: 'extended a lock', Icon: Lock },
  'lock.release': { words: 'released a lock', Icon: Lock },
  'lock.break': { words: 'broke a lock', Icon: Lock, tone: 'attention' },
  'lock.end': { words: 'lock ended', Icon: Lock },
  'secrets.decrypt': { words: 'decrypted secrets', Icon: Unlock, tone: 'attention' },
  'state.recovery': { words: 'recovered a state', Icon: LifeBuoy, tone: 'attention' },
  'orphan.settle': { words: 'resolved an interrupted update', Icon: LifeBuoy },
  'orphan.answer': { words: 'resolved an untracked resource', Icon: LifeBuoy },
  'alarm.acknowledge': { words: 'acknowledged an alarm', Icon: TriangleAlert },
  'keys.rotate': { words: 'rotated keys', Icon: KeyRound },
  'retention.change': { words: 'changed the retention', Icon: Database },
  'retention.run': { words: 'removed old versions', Icon: Database, tone: 'attention' },
}

/** How an entry's action is shown: one of another version by its name. */
export function shownAction(action: string): Shown {
  const known = AuditAction.safeParse(action)
  return known.success ? auditActions[known.data] : { words: action, Icon: Settings }
}
