import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import PackageOpen from 'lucide-react/icons/package-open'
import Replace from 'lucide-react/icons/replace'
import Shield from 'lucide-react/icons/shield'
import ShieldOff from 'lucide-react/icons/shield-off'
import SquarePen from 'lucide-react/icons/square-pen'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import type { EditOperation } from '#contract/edits.ts'
import { ROOT_STACK_TYPE, isProviderType } from '#domain/state/urn.ts'
import type { Icon } from '#src/ui/icon.ts'

/** The actions for an entry. `form` and `text` are two ways to edit the whole entry. */
export const ENTRY_ACTIONS = [
  'form',
  'text',
  'rename',
  'protect',
  'unprotect',
  'taint',
  'untaint',
  'version',
  'move',
  'delete',
] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]

/** The facts about an entry that decide which actions apply. */
export type EntryFacts = {
  urn: string
  type: string
  id: string | null
  isProtected: boolean
  isTainted: boolean
  /** Pending deletion: flags do not apply to it. */
  isOld: boolean
}

/** The entry that an action is for: with the same URN and ID there may be several. */
export type ActionTarget = Pick<EntryFacts, 'urn' | 'id' | 'isOld'> & { index: number }

type Action = {
  action: EntryAction
  title: string
  Icon: Icon
  tone?: 'danger'
  blocked: (entry: EntryFacts) => string | undefined
}

const liveOnly = ({ isOld }: EntryFacts): string | undefined =>
  isOld ? 'This entry waits to be deleted: flags are for the live one.' : undefined
const never = (): undefined => undefined

const actions: readonly Action[] = [
  { action: 'form', title: 'Edit as a form', Icon: SquarePen, blocked: never },
  { action: 'text', title: 'Edit as text', Icon: FilePenLine, blocked: never },
  {
    action: 'rename',
    title: 'Rename…',
    Icon: TextCursorInput,
    blocked: ({ type }) =>
      type === ROOT_STACK_TYPE ? 'The root is named after the stack: rename the stack.' : undefined,
  },
  { action: 'protect', title: 'Protect…', Icon: Shield, blocked: liveOnly },
  { action: 'unprotect', title: 'Unprotect…', Icon: ShieldOff, blocked: liveOnly },
  { action: 'taint', title: 'Taint…', Icon: Replace, blocked: liveOnly },
  { action: 'untaint', title: 'Untaint…', Icon: Undo2, blocked: liveOnly },
  { action: 'version', title: 'Plugin version…', Icon: PackageOpen, blocked: never },
  {
    action: 'move',
    title: 'Move to another stack…',
    Icon: ArrowRightLeft,
    blocked: ({ type }) => (isProviderType(type) ? 'Providers go along by themselves with what uses them.' : undefined),
  },
  {
    action: 'delete',
    title: 'Delete from the state…',
    Icon: Trash2,
    tone: 'danger',
    blocked: ({ isProtected }) => (isProtected ? 'It is protected: unprotect it first, on purpose.' : undefined),
  },
]

/** The actions for one entry, in order; of a flag only the one that would change something. */
export const actionsFor = (entry: EntryFacts): readonly Action[] =>
  actions.filter(({ action }) => {
    if (action === 'protect') return !entry.isProtected
    if (action === 'unprotect') return entry.isProtected
    if (action === 'taint') return !entry.isTainted
    if (action === 'untaint') return entry.isTainted
    return action === 'version' ? isProviderType(entry.type) : true
  })

export const actionTitle = (action: EntryAction): string =>
  (actions.find((each) => each.action === action)?.title ?? '').replace('…', '')

/** Input that an action requires. */
export type ActionWords = { name: string; version: string; withDependents: boolean }

/** The edit of an action; undefined while input is missing, and for actions carried out elsewhere. */
export function operationOf(
  action: EntryAction,
  { urn, id, isOld, index }: ActionTarget,
  { name, version, withDependents }: ActionWords,
): EditOperation | undefined {
  const target = { urn, id: id ?? '', old: isOld, index }
  switch (action) {
    case 'delete':
      return { do: 'delete', targets: [target], withDependents }
    case 'rename':
      return name.trim() === '' ? undefined : { do: 'rename', urn, name: name.trim() }
    case 'protect':
    case 'unprotect':
    case 'taint':
    case 'untaint':
      return { do: action, urns: [urn] }
    case 'version':
      return version.trim() === '' ? undefined : { do: 'setProviderVersion', target, version: version.trim() }
    case 'form':
    case 'text':
    case 'move':
      return undefined
  }
}
