import type { PendingItem } from '#contract/recoveries.ts'
import { LongText } from '#src/ui/LongText.tsx'

type Props = { item: Pick<PendingItem, 'name' | 'type'>; value: string; onChange: (statement: string) => void }

/** Where a person looked and what they found: the words that go on record for one operation. */
export const StatementField = ({ item: { name, type }, value, onChange }: Props) => (
  <LongText
    label={`Where you looked for ${name}, and what you found`}
    hint={`In your own words; it goes on record.${type === 'creating' ? ' For example: S3 console, account 1234, eu-central-1: no such bucket.' : ''}`}
    value={value}
    onChange={onChange}
  />
)
