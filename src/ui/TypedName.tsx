import { Mono } from './Mono.tsx'
import { TextField } from './TextField.tsx'

type Props = {
  /** The exact text to type, and what it names. */
  name: string
  of: 'stack' | 'organization'
  typed: string
  onType: (typed: string) => void
}

/** Confirms an action that is hard to undo: the user types the name of what it affects. */
export const TypedName = ({ name, of, typed, onType }: Props) => (
  <TextField
    mono
    label={
      <>
        Type <Mono>{name}</Mono> to confirm
      </>
    }
    value={typed}
    onChange={onType}
    error={typed === '' || name.startsWith(typed) ? undefined : whyWrong(name, of, typed)}
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
  />
)

/** A part of the name is the right one, but not all of it: a stack is named with its organization and project. */
const whyWrong = (name: string, of: Props['of'], typed: string): string =>
  name.endsWith(`/${typed}`) ? `Type the full name: ${name}` : `That is not the name of this ${of}.`

/** What is missing of a reason and of the typed name of a stack, in a sentence; `notTyped`: of the name alone. */
export function whyNotReasoned(reason: string, notTyped: string | undefined): string | undefined {
  if (reason.trim() !== '') return notTyped
  return notTyped === undefined ? 'Add a reason to continue.' : 'Add a reason and type the name of the stack.'
}

/** Why it is not confirmed yet, in a sentence. */
export const whyNotTyped = (name: string, typed: string): string | undefined =>
  typed === name ? undefined : `Type ${name} to confirm.`
