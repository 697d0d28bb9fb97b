import type { ReactNode } from 'react'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Key } from '#src/ui/Key.tsx'
import { usePreferences } from '../preferences.ts'

const KEYS: readonly { title: string; keys: readonly { keys: ReactNode; what: string }[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: chord('Ctrl', 'K'), what: 'Search or go to; on a Mac ⌘ K' },
      { keys: chord('Shift', 'Enter'), what: 'There: focus on the resource in the graph' },
      { keys: <Key>?</Key>, what: 'Show these keys' },
      { keys: <Key>Esc</Key>, what: 'Close a dialog or a menu; empty a search' },
      { keys: either('←', '→'), what: 'On a divider: move it' },
    ],
  },
  {
    title: 'Stacks',
    keys: [{ keys: <Key>/</Key>, what: 'Search the stacks' }],
  },
  {
    title: 'Resources, log and other trees',
    keys: [
      { keys: either('↑', '↓'), what: 'Previous and next row' },
      { keys: either('→', '←'), what: 'Open and close a row' },
      { keys: either('Home', 'End'), what: 'First and last row' },
      { keys: either('Page Up', 'Page Down'), what: 'A screen up and down' },
      { keys: either('Enter', 'Space'), what: 'Show the details' },
    ],
  },
  {
    title: 'Graph',
    keys: [
      { keys: <Key>Enter</Key>, what: 'In the search: the next match' },
      { keys: chord('Shift', 'Enter'), what: 'In the search: the previous match' },
      { keys: <Key>↓</Key>, what: 'In the search: the outline' },
      { keys: <Key>F</Key>, what: 'On a row: focus on the resource' },
      { keys: <Key>B</Key>, what: 'On a row: its blast radius' },
      { keys: chord('Alt', 'Z'), what: 'Undo the last change of the view' },
    ],
  },
  {
    title: 'Timeline',
    keys: [
      { keys: either('+', '−'), what: 'Zoom in and out' },
      { keys: <Key>0</Key>, what: 'Show the whole run' },
      { keys: chord('Shift', '←', '→'), what: 'Move along the run' },
    ],
  },
]

function chord(...names: string[]): ReactNode {
  return names.map((name) => <Key key={name}>{name}</Key>)
}
function either(...names: string[]): ReactNode {
  return chord(...names)
}

/** The list of keyboard shortcuts. Single-character shortcuts can be switched off for users who dictate. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys, setSingleKeys } = usePreferences()
  return (
    <Dialog open onOpenChange={onClose} title="Keys">
      <div className="flex flex-col gap-4">
        {KEYS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[9.5rem_1fr] items-center gap-x-4 gap-y-1">
              {keys.map((each) => (
                <div key={each.what} className="contents">
                  <dt className="flex gap-1">{each.keys}</dt>
                  <dd className="text-muted">{each.what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox label="Use the keys ? and /" checked={singleKeys} onChange={setSingleKeys} />
      </div>
    </Dialog>
  )
}
