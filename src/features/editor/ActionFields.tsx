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
  delete: 'Removes it from the state only. The resource keeps running in the cloud, untracked and billed.',
  rename: 'Also rewrites every reference to it, including those in pending operations and values.',
  protect:
    'The engine refuses to delete it. The next update removes the protection unless your program sets the option too.',
  unprotect: 'The engine may delete it again. If your program still sets “protect”, the next update protects it again.',
  taint: 'The next update replaces the resource. From then on this stack needs CLI 3.192 or later.',
  untaint: 'The next update no longer replaces the resource.',
  version:
    'Changes the plugin version in inputs and outputs. A last resort: an older plugin may misread what a newer one wrote.',
}

/** The fields of an action, next to its name. */
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
          label="Also remove its dependents"
          hint="Otherwise it can’t be removed while something depends on it."
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
