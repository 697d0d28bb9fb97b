import { useRef } from 'react'
import { usePreferences } from '#src/lib/preferences.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Key } from '#src/ui/Key.tsx'
import { GO_KEYS, TAB_COUNT } from '../keys/goKeys.ts'

type Line = { keys: readonly string[]; what: string; joined: string }

/** Keys that are pressed one after the other. */
const inTurn = (what: string, ...keys: string[]): Line => ({ keys, what, joined: 'then' })
/** Keys that are pressed together. */
const together = (what: string, ...keys: string[]): Line => ({ keys, what, joined: '+' })
/** Keys of which one is pressed. */
const line = (what: string, ...keys: string[]): Line => ({ keys, what, joined: 'or' })

const GROUPS: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: 'Every page',
    lines: [
      together('Search or go to (⌘ K on a Mac)', 'Ctrl', 'K'),
      line('Show these keys', '?'),
      line('Next and previous row of a list', 'J', 'K'),
      line('Open the row', 'Enter'),
      line('Close a dialog, clear a search', 'Esc'),
      line('Resize panes, on their divider', '←', '→'),
    ],
  },
  {
    title: 'Go to',
    lines: [
      ...GO_KEYS.map(({ key, what }) => inTurn(what, 'G', key.toUpperCase())),
      inTurn('A tab of the stack, by its place', 'G', `1–${TAB_COUNT}`),
    ],
  },
  {
    title: 'Search or go to (Ctrl + K)',
    lines: [
      line('Choose', '↑', '↓'),
      together('Open in the graph', 'Shift', 'Enter'),
      line('Back to all actions', 'Backspace'),
    ],
  },
  {
    title: 'Lists of stacks, runs and resources',
    lines: [line('Search the list', '/')],
  },
  {
    title: 'Resources, log and other trees',
    lines: [
      line('Previous and next row', '↑', '↓'),
      line('Open and close a row', '→', '←'),
      line('First and last row', 'Home', 'End'),
      line('A screen up and down', 'Page Up', 'Page Down'),
      line('Show the details', 'Enter', 'Space'),
    ],
  },
  {
    title: 'Graph',
    lines: [
      line('Next match of the search', 'Enter'),
      together('Previous match of the search', 'Shift', 'Enter'),
      line('From the search to the outline', '↓'),
      line('Neighbours of the row', 'F'),
      line('Blast radius of the row', 'B'),
      together('Undo a change of the view', 'Alt', 'Z'),
    ],
  },
  {
    title: 'Timeline',
    lines: [
      line('Zoom in and out', 'W', 'S', '+', '−'),
      line('Show the whole run', '0'),
      line('Move along the run; also Shift with ← and →', 'A', 'D'),
    ],
  },
  {
    title: 'Log of a run',
    lines: [
      line('Next error; with Shift the previous one', 'E'),
      together('Mark the next line; with ↑ the previous one', 'Alt', '↓'),
    ],
  },
]

/** The list of keyboard shortcuts, by page. Single-character shortcuts can be switched off for users who dictate. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const singleKeys = usePreferences((state) => state.singleKeys)
  const top = useRef<HTMLDivElement>(null) // the list is what was asked for, not the control above it
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" size="xl" initialFocus={top}>
      {/* Above the list, which is longer than a phone is high. */}
      <Checkbox
        label="Use single-key shortcuts"
        hint="? and /, G with another key, J and K. Switch them off if you dictate."
        checked={singleKeys}
        onChange={(isOn) => usePreferences.setState({ singleKeys: isOn })}
        className="mb-4"
      />
      {/* The margin keeps what is above in view when the list takes the focus. */}
      <div ref={top} tabIndex={-1} className="scroll-mt-32 gap-8 outline-none sm:columns-2 lg:columns-3">
        {GROUPS.map(({ title, lines }) => (
          <section key={title} className="mb-4 break-inside-avoid-column">
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[9rem_1fr] items-baseline gap-x-3 gap-y-1">
              {lines.map((each) => (
                <KeyLine key={each.what} {...each} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const KeyLine = ({ keys, what, joined }: Line) => (
  <div className="contents">
    <dt className="flex flex-wrap items-baseline gap-1">
      {keys.map((name, at) => (
        <span key={name} className="inline-flex items-baseline gap-1">
          {at > 0 && <span className="text-xs text-muted">{joined}</span>}
          <Key>{name}</Key>
        </span>
      ))}
    </dt>
    <dd className="text-muted">{what}</dd>
  </div>
)
