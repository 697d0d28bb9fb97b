import Star from 'lucide-react/icons/star'
import { ActivityKind, type ActivityPage, ActivityResult } from '#contract/activity.ts'
import { PeriodSelect } from '#src/features/views/PeriodSelect.tsx'
import { cx } from '#src/lib/cx.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { personName } from '#words/personName.ts'
import { visibleText } from '#words/visible.ts'
import { Button } from '#src/ui/Button.tsx'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterChip } from '#src/ui/FilterChip.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { COLUMNS } from './ActivityTable.tsx'
import { type Change, type Choice, kindNames, resultNames } from './filter.ts'

const ANY = ''
const kinds = [
  { value: ANY, label: 'Any kind' },
  ...ActivityKind.options.map((value) => ({ value, label: kindNames[value] })),
]
const results = [
  { value: ANY, label: 'Any result' },
  ...ActivityResult.options.map((value) => ({ value, label: resultNames[value] })),
]
type Props = {
  choice: Choice
  page: Pick<ActivityPage, 'people' | 'tags'>
  onChange: (change: Change) => void
  hidden: ReadonlySet<string>
}

/** Search (shortcut `/`), kinds, results, users, time, tags and favourites, and columns. */
export function ActivityFilters({ choice, page: { people, tags }, onChange, hidden }: Props) {
  const names = useNamesByLogin()
  const knownTags = choice.tag && !tags.includes(choice.tag) ? [choice.tag, ...tags] : tags
  const known = choice.by && !people.includes(choice.by) ? [choice.by, ...people] : people
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ListSearch label="Search updates" value={choice.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label="Kind"
        options={kinds}
        value={choice.kind ?? ANY}
        onChange={(value) => onChange({ kind: ActivityKind.safeParse(value).data })}
      />
      <FilterSelect
        label="Result"
        options={results}
        value={choice.result ?? ANY}
        onChange={(value) => onChange({ result: ActivityResult.safeParse(value).data })}
      />
      <FilterSelect
        label="Who"
        options={[
          { value: ANY, label: 'Anyone' },
          ...known.map((value) => ({ value, label: personName(value, names) })),
        ]}
        value={choice.by ?? ANY}
        onChange={(by) => onChange({ by })}
      />
      <PeriodSelect time={choice} onChange={onChange} />
      {(tags.length > 0 || choice.tag !== undefined) && (
        <FilterSelect
          label="Tag"
          options={[
            { value: ANY, label: 'Any tag' },
            ...knownTags.map((value) => ({ value, label: visibleText(value) })),
          ]}
          value={choice.tag ?? ANY}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <Button
        aria-pressed={choice.favourites === 'yes'}
        title="Only updates of your favourite stacks"
        className={cx(choice.favourites && 'border-accent-line bg-accent-subtle')}
        onClick={() => onChange({ favourites: choice.favourites ? undefined : 'yes' })}
      >
        <Star className={cx(choice.favourites && 'fill-current text-attention')} aria-hidden /> Favourites
      </Button>
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={(hide) => onChange({ hide })} />
      {choice.stack !== undefined && <FilterChip text={choice.stack} onRemove={() => onChange({ stack: undefined })} />}
    </div>
  )
}
