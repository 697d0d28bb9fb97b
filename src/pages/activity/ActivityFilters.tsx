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
import { type Change, type AddressValues, kindNames, resultNames } from './filter.ts'

type Props = {
  choice: AddressValues
  page: Pick<ActivityPage, 'people' | 'tags'>
  onChange: (change: Change) => void
  hidden: ReadonlySet<string>
}

/** Search (shortcut `/`), kinds, results, users, time, tags and favourites, and columns. */
export function ActivityFilters({ choice, page: { people, tags }, onChange, hidden }: Props) {
  const names = useNamesByLogin()
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ListSearch label="Search updates" value={choice.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label="Kind"
        any="Any kind"
        values={ActivityKind.options}
        nameOf={(kind) => kindNames[kind]}
        value={choice.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label="Result"
        any="Any result"
        values={ActivityResult.options}
        nameOf={(result) => resultNames[result]}
        value={choice.result}
        onChange={(result) => onChange({ result })}
      />
      <FilterSelect
        label="Who"
        any="Anyone"
        values={people}
        nameOf={(login) => personName(login, names)}
        value={choice.by}
        onChange={(by) => onChange({ by })}
      />
      <PeriodSelect time={choice} onChange={onChange} />
      {(tags.length > 0 || choice.tag !== undefined) && (
        <FilterSelect
          label="Tag"
          any="Any tag"
          values={tags}
          nameOf={visibleText}
          value={choice.tag}
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
