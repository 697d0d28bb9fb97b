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
    error={typed !== '' && !name.startsWith(typed) ? `That is not the name of this ${of}.` : undefined}
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
  />
)

/** Why it is not confirmed yet, in a sentence. */
export const whyNotTyped = (name: string, typed: string): string | undefined =>
  typed === name ? undefined : `Type ${name} to confirm.`
