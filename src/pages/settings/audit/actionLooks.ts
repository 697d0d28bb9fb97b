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
import type { AuditAction } from '#contract/audit.ts'
import type { Icon } from '#src/ui/icon.ts'
import type { Tone } from '#src/ui/tone.ts'

type Look = { Icon: Icon; tone?: Tone }

/** By the object of an action: the part of its name before the dot. */
const ofSubject: Record<string, Icon> = {
  signin: LogIn,
  signout: LogIn,
  session: LogIn,
  token: KeyRound,
  user: Users,
  stack: Layers,
  update: RefreshCw,
  lock: Lock,
  secrets: Unlock,
  state: LifeBuoy,
  orphan: LifeBuoy,
  alarm: TriangleAlert,
  keys: KeyRound,
  retention: Database,
}

/** Actions that readers of the log must not miss. */
const tones: Partial<Record<AuditAction, Tone>> = {
  'signin.failed': 'danger',
  'token.failed': 'danger',
  'stack.delete': 'danger',
  'user.remove': 'danger',
  'lock.break': 'attention',
  'update.cancel': 'attention',
  'secrets.decrypt': 'attention',
  'state.recovery': 'attention',
  'retention.run': 'attention',
}

/** The look of an action in a row; an unknown one looks like a setting. */
export function lookOfAction(action: string): Look {
  const Icon = ofSubject[action.split('.')[0] ?? ''] ?? Settings
  const tone = (tones as Partial<Record<string, Tone>>)[action]
  return tone === undefined ? { Icon } : { Icon, tone }
}
