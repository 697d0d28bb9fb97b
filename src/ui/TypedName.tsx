import { Mono } from './Mono.tsx'
import { TextField } from './TextField.tsx'

type Props = {
  /** What has to be typed, exactly, and what it is the name of. */
  name: string
  of: 'stack' | 'organization'
  typed: string
  onType: (typed: string) => void
}

/** Confirms something that cannot be taken back, or not easily: the name of what it concerns is typed. */
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
