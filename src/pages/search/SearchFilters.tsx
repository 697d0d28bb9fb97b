import { parseSearch, withFilter } from '#domain/search/searchQuery.ts'
import { useIsNarrow } from '#src/features/resources/useIsNarrow.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'

const FIELDS = [
  { key: 'type', label: 'Type', placeholder: 'aws:s3/bucket:Bucket' },
  { key: 'stack', label: 'Stack', placeholder: 'organization/project/stack' },
  { key: 'provider', label: 'Provider', placeholder: 'aws' },
  { key: 'id', label: 'ID', placeholder: 'sg-0a1b2c' },
] as const

const PROTECTED = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'Protected' },
  { value: 'no', label: 'Not protected' },
] as const

/** The filters of a search as fields; typing them into the search does the same. */
export function SearchFilters({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const search = parseSearch(query)
  const { words: _, ...given } = search
  const fields = (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-end gap-2">
      {FIELDS.map(({ key, label, placeholder }) => (
        <AppliedField
          key={key}
          label={label}
          placeholder={placeholder}
          spellCheck={false}
          value={search[key] ?? ''}
          onApply={(value) => onChange(withFilter(query, key, value))}
        />
      ))}
      <div className="w-40 max-sm:w-full">
        <SelectField
          label="Protection"
          options={PROTECTED}
          value={search.isProtected === undefined ? '' : search.isProtected ? 'yes' : 'no'}
          onChange={(value) => onChange(withFilter(query, 'protected', value))}
        />
      </div>
    </div>
  )
  // Collapsed on a phone: they would push the results off the screen.
  return useIsNarrow() ? (
    <Disclosure summary="Filters" open={Object.keys(given).length > 0}>
      {fields}
    </Disclosure>
  ) : (
    fields
  )
}
