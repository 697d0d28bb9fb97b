import { type ComponentProps, useState } from 'react'
import { TextField } from './TextField.tsx'

type Props = { value: string; onApply: (value: string) => void } & Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hideLabel' | 'placeholder' | 'spellCheck'
>

/** A filter that is applied on Enter or when it loses the focus: half a name finds nothing. */
export function AppliedField({ value, onApply, ...field }: Props) {
  const [draft, setDraft] = useState(value)
  const apply = (): void => {
    if (draft.trim() !== value) onApply(draft.trim())
  }
  return (
    <form
      className="min-w-56 flex-1 max-sm:basis-full"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField {...field} autoComplete="off" value={draft} onChange={setDraft} onBlur={apply} />
    </form>
  )
}
