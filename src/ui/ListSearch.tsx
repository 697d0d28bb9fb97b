import { useRef } from 'react'
import { useDraft } from '#src/lib/useDraft.ts'
import { useSlashKey } from '#src/lib/useSlashKey.ts'
import { SearchField } from './SearchField.tsx'

type Props = {
  label: string
  /** The text in the address. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  matches?: number | undefined
}

/** Searches a list: takes the free width of its row of filters, and the key `/`. */
export function ListSearch({ label, value = '', onChange, matches }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useDraft(value, (text) => onChange(text || undefined))
  useSlashKey(() => box.current?.querySelector('input')?.focus())
  return (
    <div ref={box} className="min-w-48 flex-1 max-sm:basis-full">
      <SearchField label={label} value={draft} onChange={setDraft} matches={matches} placeholder={`${label}  ( / )`} />
    </div>
  )
}
