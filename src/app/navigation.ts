import Anchor from 'lucide-react/icons/anchor'
import Layers from 'lucide-react/icons/layers'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { paths } from '#src/lib/paths.ts'

/** The main pages, in the order of need. */
export const mainPages = [
  { to: paths.home(), label: 'Needs attention', Icon: TriangleAlert, end: true },
  { to: paths.stacks(), label: 'Stacks', Icon: Layers, end: false },
  { to: paths.leases(), label: 'Leases', Icon: Anchor, end: false },
  { to: paths.connect(), label: 'Connect', Icon: Plug, end: false },
  { to: paths.settings.tokens(), label: 'Settings', Icon: Settings, end: false },
] as const
