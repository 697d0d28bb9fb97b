import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Settings from 'lucide-react/icons/settings'
import SquareStack from 'lucide-react/icons/square-stack'
import type { StackSummary } from '#contract/stacks.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { type Asker, whyNot } from '#src/api/whyNot.ts'
import { type Action, recoverStack, showGraph, showResources, showUpdates } from '#src/features/stacks/actions.ts'
import { paths } from '#src/lib/paths.ts'
import type { Icon } from '#src/ui/icon.ts'

/** What the palette does with a stack: the current one, or one that it asks for. */
export type StackAction = {
  id: string
  /** As on its tab or button. */
  title: string
  Icon: Icon
  /** The words that name it at the start of a query; those after them name the stack. */
  words: readonly string[]
  /** An act begins something; a tab only shows the stack. */
  kind: 'act' | 'tab'
  /** The order of the stacks to choose from. */
  sort: 'health' | 'activity'
  /** Why it is not possible now, in a sentence; undefined if it is. The page that it leads to says so too. */
  blocked: (stack: StackSummary, asker: Asker) => string | undefined
  to: (stack: StackSummary) => string
}

/** An action of the lists of stacks. */
function listed(
  { id, title, Icon, blocked, run }: Action<StackSummary>,
  words: string[],
  kind: 'act' | 'tab' = 'tab',
): StackAction {
  const to = (stack: StackSummary): string => {
    let way = paths.stack(stack.ref)
    run(stack, { navigate: (address) => (way = address) })
    return way
  }
  return { id, title, Icon, words, kind, sort: kind === 'act' ? 'health' : 'activity', blocked, to }
}

/** The lease card of a stack, also of one that no one holds. */
const leaseOf = ({ ref }: StackSummary): string => `${paths.stack(ref)}#lease`

const isHeld = ({ lease }: StackSummary): boolean => lease !== null && lease.verdict !== 'orphaned'

const releaseLease: StackAction = {
  id: 'release',
  title: 'Release lease…',
  Icon: LockOpen,
  words: ['release', 'cancel'],
  kind: 'act',
  sort: 'health',
  blocked: (stack, asker) =>
    isHeld(stack) ? whyNot('intervene', { ...asker, ref: stack.ref }) : 'No one holds the lease.',
  to: (stack) =>
    isHeld(stack)
      ? paths.recovery(stack.ref, isProbablyGone(stack.lease?.verdict) ? 'release-lease' : 'cancel-update')
      : leaseOf(stack),
}

const lockStack: StackAction = {
  id: 'lock',
  title: 'Lock for maintenance…',
  Icon: Lock,
  words: ['lock', 'maintenance'],
  kind: 'act',
  sort: 'activity',
  blocked: ({ ref, lease, lock, elsewhere }, asker) => whyNot('lock', { ...asker, ref, lease, lock, elsewhere }),
  to: (stack) => (stack.lock || stack.lease ? leaseOf(stack) : paths.stack(stack.ref, { do: 'lock' })),
}

const tab = (title: string, Icon: Icon, to: (ref: StackSummary['ref']) => string, words: string[]): StackAction => ({
  id: title.toLowerCase(),
  title,
  Icon,
  words,
  kind: 'tab',
  sort: 'activity',
  blocked: () => undefined,
  to: ({ ref }) => to(ref),
})

/** Every action of the palette, the most needed first. */
export const paletteActions: readonly StackAction[] = [
  listed(recoverStack, ['recover', 'repair'], 'act'),
  releaseLease,
  lockStack,
  listed(showUpdates, ['updates', 'history']),
  listed(showResources, ['resources']),
  listed(showGraph, ['graph', 'map']),
  tab('Versions', SquareStack, paths.versions, ['versions', 'restore']),
  tab('Settings', Settings, paths.options, ['settings', 'tags', 'rename', 'delete']),
]

/** Shorter beginnings of a word name no action: they are names of stacks. */
const LEAST = 3

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/**
 * The action that a query begins with, and the rest of it, which names a stack: `release shop/prod`, `lock for
 * maintenance shop`. Undefined if it begins with none.
 */
export function namedAction(query: string): { action: StackAction; rest: string } | undefined {
  const [first = '', ...others] = query.toLowerCase().trim().split(/\s+/)
  if (first.length < LEAST) return undefined
  const action = paletteActions.find(({ words }) => words.some((word) => word.startsWith(first)))
  if (action === undefined) return undefined
  const own = new Set(wordsIn(action.title))
  const from = others.findIndex((word) => !own.has(word))
  return { action, rest: from < 0 ? '' : others.slice(from).join(' ') }
}
