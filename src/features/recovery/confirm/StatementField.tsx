import type { PendingItem } from '#contract/recoveries.ts'
import { LongText } from '#src/ui/LongText.tsx'

type Props = { item: Pick<PendingItem, 'name' | 'type'>; value: string; onChange: (statement: string) => void }

/** Where a person looked and what they found: the words that go on record for one operation. */
export const StatementField = ({ item: { name, type }, value, onChange }: Props) => (
  <LongText
    label={`What did you check for ${name}?`}
    hint={`Saved in the audit log.${type === 'creating' ? ' For example: S3 console, account 1234, eu-central-1: no such bucket.' : ''}`}
    value={value}
    onChange={onChange}
  />
)
