import Activity from 'lucide-react/icons/activity'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Network from 'lucide-react/icons/network'
import TableProperties from 'lucide-react/icons/table-properties'
import type { StackSummary } from '#contract/stacks.ts'
import { whyNot } from '#src/api/whyNot.ts'
import { paths } from '#src/lib/paths.ts'
import type { Icon } from '#src/ui/icon.ts'

/** One value for the button, the row's menu, the palette and the shortcut. */
export type Action<Subject> = {
  id: string
  title: string
  Icon: Icon
  /** Why it cannot be done now, in a sentence; undefined if it can. */
  blocked: (subject: Subject) => string | undefined
  run: (subject: Subject, tools: { navigate: (to: string) => void }) => void
}

type OnStack = Pick<StackSummary, 'ref' | 'health' | 'version' | 'resourceCount'>

export const recoverStack: Action<OnStack> = {
  id: 'stack.recover',
  title: 'Recover',
  Icon: LifeBuoy,
  blocked: (stack) => whyNot('recover', stack),
  run: ({ ref }, { navigate }) => navigate(paths.recover(ref)),
}

export const showUpdates: Action<OnStack> = {
  id: 'stack.updates',
  title: 'Updates',
  Icon: Activity,
  blocked: () => undefined,
  run: ({ ref }, { navigate }) => navigate(paths.updates(ref)),
}

export const showResources: Action<OnStack> = {
  id: 'stack.resources',
  title: 'Resources',
  Icon: TableProperties,
  blocked: (stack) => whyNot('examine', stack),
  run: ({ ref }, { navigate }) => navigate(paths.resources(ref)),
}

export const showGraph: Action<OnStack> = {
  id: 'stack.graph',
  title: 'Graph',
  Icon: Network,
  blocked: (stack) => whyNot('examine', stack),
  run: ({ ref }, { navigate }) => navigate(paths.graph(ref)),
}

export const stackActions = [recoverStack, showUpdates, showResources, showGraph] as const
