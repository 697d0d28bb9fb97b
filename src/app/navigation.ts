import Activity from 'lucide-react/icons/activity'
import Anchor from 'lucide-react/icons/anchor'
import FileSearch from 'lucide-react/icons/file-search'
import House from 'lucide-react/icons/house'
import Layers from 'lucide-react/icons/layers'
import Plug from 'lucide-react/icons/plug'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Unlink from 'lucide-react/icons/unlink'
import Workflow from 'lucide-react/icons/workflow'
import { paths } from '#src/lib/paths.ts'

/** The main pages, most needed first. */
export const mainPages = [
  { to: paths.home(), label: 'Home', Icon: House, end: true },
  { to: paths.stacks(), label: 'Stacks', Icon: Layers, end: false },
  { to: paths.activity(), label: 'Activity', Icon: Activity, end: false },
  { to: paths.leases(), label: 'Leases', Icon: Anchor, end: false },
  { to: paths.connect(), label: 'Connect', Icon: Plug, end: false },
  { to: paths.settings.first(), label: 'Settings', Icon: Settings, end: false },
] as const

/** Tools that need no stack: one menu in the header, named in the menu of pages and in the palette. */
export const toolPages = [
  { to: paths.search(), label: 'Search resources', Icon: Search },
  { to: paths.untracked(), label: 'Untracked resources', Icon: Unlink },
  { to: paths.diagnose(), label: 'Diagnose an error or a log', Icon: Stethoscope },
  { to: paths.open(), label: 'Open a state file', Icon: FileSearch },
  { to: paths.stackGraph(), label: 'Stack dependencies', Icon: Workflow },
] as const
