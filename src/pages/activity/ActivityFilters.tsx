import Star from 'lucide-react/icons/star'
import { ActivityKind, type ActivityPage, ActivityResult } from '#contract/activity.ts'
import { timeFilters } from '#src/features/views/timeFilters.tsx'
import { cx } from '#src/lib/cx.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'
import { visibleText } from '#words/visible.ts'
import { Button } from '#src/ui/Button.tsx'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterChip } from '#src/ui/FilterChip.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import type { ListFilters } from '#src/ui/ListFilters.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { COLUMNS } from './ActivityTable.tsx'
import type { AddressValues } from './filter.ts'

const kindNames = {
  update: 'Updates',
  preview: 'Previews',
  refresh: 'Refreshes',
  destroy: 'Destroys',
  import: 'Imports',
  rename: 'Renames',
  recovery: 'Recoveries',
  'not-preview': 'All but previews',
} as const satisfies Record<ActivityKind, string>

const resultNames = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Interrupted',
} as const satisfies Record<ActivityResult, string>

type Extra = { page: Pick<ActivityPage, 'people' | 'tags'>; names: NamesByLogin; hidden: ReadonlySet<string> }

/** Search (shortcut `/`), kinds, results, users, time, tags and favourites, columns, and a stack. */
export const FILTERS: ListFilters<AddressValues, Extra> = {
  q: {
    words: (text) => `with “${text}”`,
    control: ({ values, onChange }) => (
      <ListSearch label="Search updates" value={values.q} onChange={(q) => onChange({ q })} />
    ),
  },
  kind: {
    words: (kind) => kindNames[kind].toLowerCase(),
    control: ({ values, onChange }) => (
      <FilterSelect
        label="Kind"
        any="Any kind"
        values={ActivityKind.options}
        nameOf={(kind) => kindNames[kind]}
        value={values.kind}
        onChange={(kind) => onChange({ kind })}
      />
    ),
  },
  result: {
    words: (result) => resultNames[result].toLowerCase(),
    control: ({ values, onChange }) => (
      <FilterSelect
        label="Result"
        any="Any result"
        values={ActivityResult.options}
        nameOf={(result) => resultNames[result]}
        value={values.result}
        onChange={(result) => onChange({ result })}
      />
    ),
  },
  by: {
    words: (login) => `by ${login}`,
    control: ({ values, page, names, onChange }) => (
      <FilterSelect
        label="Who"
        any="Anyone"
        values={page.people}
        nameOf={(login) => personName(login, names)}
        value={values.by}
        onChange={(by) => onChange({ by })}
      />
    ),
  },
  ...timeFilters,
  tag: {
    words: (tag) => `of stacks tagged ${visibleText(tag)}`,
    control: ({ values: { tag }, page: { tags }, onChange }) =>
      (tags.length > 0 || tag !== undefined) && (
        <FilterSelect
          label="Tag"
          any="Any tag"
          values={tags}
          nameOf={visibleText}
          value={tag}
          onChange={(chosen) => onChange({ tag: chosen })}
        />
      ),
  },
  favourites: {
    words: () => 'of favourites',
    control: ({ values: { favourites }, onChange }) => (
      <Button
        aria-pressed={favourites === 'yes'}
        title="Only updates of your favourite stacks"
        className={cx(favourites && 'border-accent-line bg-accent-subtle')}
        onClick={() => onChange({ favourites: favourites ? undefined : 'yes' })}
      >
        <Star className={cx(favourites && 'fill-current text-attention')} aria-hidden /> Favourites
      </Button>
    ),
  },
  hide: {
    control: ({ hidden, onChange }) => (
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={(hide) => onChange({ hide })} />
    ),
  },
  stack: {
    words: (stack) => `of ${stack}`,
    control: ({ values: { stack }, onChange }) =>
      stack !== undefined && <FilterChip text={stack} onRemove={() => onChange({ stack: undefined })} />,
  },
}
