import { urnName } from '#domain/state/urn.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { ActionWords, EntryAction } from './entryActions.ts'

type Props = {
  action: EntryAction
  urn: string
  words: ActionWords
  onWords: (words: ActionWords) => void
}

const explained: Partial<Record<EntryAction, string>> = {
  delete:
    'The entry leaves the state. Nothing is deleted in the cloud: the object stays there, is billed, and nobody manages it.',
  rename: 'Every reference to it is rewritten as well, those in pending operations and in values too.',
  protect:
    'The engine refuses to delete it. The next update takes the protection off again unless the program sets the option, too.',
  unprotect: 'The engine may delete it again. A program that still says “protect” puts the protection back.',
  taint:
    'The next update replaces the resource. Everybody who works on this stack needs CLI 3.192 or later from then on.',
  untaint: 'The next update no longer replaces the resource.',
  version:
    'The provider asks for another version of its plugin, in inputs and outputs. A last resort: what a newer version wrote, an older one may misread.',
}

/** What an action asks for, beside its name. */
export function ActionFields({ action, urn, words, onWords }: Props) {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {explained[action] !== undefined && <p>{explained[action]}</p>}
      {action === 'rename' && (
        <TextField
          mono
          label={`New name of ${urnName(urn)}`}
          hint="The last part of its URN: the name that the program gives it."
          value={words.name}
          onChange={(name) => onWords({ ...words, name })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      {action === 'delete' && (
        <Checkbox
          label="What depends on it, as well"
          hint="Without this it is refused while something depends on it."
          checked={words.withDependents}
          onChange={(withDependents) => onWords({ ...words, withDependents })}
        />
      )}
      {action === 'version' && (
        <TextField
          mono
          label="Version of the plugin"
          hint="Such as 6.72.0."
          value={words.version}
          onChange={(version) => onWords({ ...words, version })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </div>
  )
}
