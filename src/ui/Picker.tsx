import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { boxClasses } from './Field.tsx'
import type { Icon as IconType } from './icon.ts'

export type PickerItem = {
  key: string
  label: ReactNode
  detail?: ReactNode
  Icon: IconType
  /** Greyed: what it leads to only says why it is not possible. */
  isBlocked?: boolean
  /** Consecutive items of one group are listed under its name. */
  group?: string | undefined
}

type Props<Item extends PickerItem> = {
  label: string
  placeholder?: string | undefined
  query: string
  onQuery: (query: string) => void
  items: readonly Item[]
  /** `isOther`: with Shift held, for items that have another goal. */
  onPick: (item: Item, isOther: boolean) => void
  /** Shown if nothing matches. */
  nothing: ReactNode
  /** Below the list: the keys. */
  hints?: ReactNode
}

/** `key` does not depend on what is listed before it: results that arrive must not replace an option that is being clicked. */
type Group<Item> = { key: string; name: string | undefined; from: number; items: Item[] }

function grouped<Item extends PickerItem>(items: readonly Item[]): Group<Item>[] {
  const groups: Group<Item>[] = []
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1)
    if (last && last.name === item.group) last.items.push(item)
    else {
      const nth = groups.filter(({ name }) => name === item.group).length
      groups.push({ key: `${item.group} ${nth}`, name: item.group, from: index, items: [item] })
    }
  }
  return groups
}

/** A combobox: arrow keys select, Enter picks, the focus stays in the box. */
export function Picker<Item extends PickerItem>({
  label,
  placeholder = label,
  query,
  onQuery,
  items,
  onPick,
  nothing,
  hints,
}: Props<Item>) {
  const id = useId()
  const [chosenKey, setChosenKey] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const chosen = Math.max(
    0,
    items.findIndex((item) => item.key === chosenKey),
  )

  const choose = (index: number): void => {
    setChosenKey(items[index]?.key)
    list.current?.querySelectorAll('[role="option"]')[index]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const picked = items[chosen]
    if (event.key === 'ArrowDown') choose((chosen + 1) % items.length)
    else if (event.key === 'ArrowUp') choose((chosen - 1 + items.length) % items.length)
    else if (event.key === 'Enter' && picked) onPick(picked, event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-2">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? optionId(id, chosen) : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className={boxClasses(false)}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="max-h-[50vh] overflow-y-auto max-sm:max-h-[calc(50vh+0.75rem)]"
      >
        <Options id={id} items={items} chosen={chosen} onPick={onPick} />
      </div>
      {items.length === 0 && (
        <p role="status" className="px-2 text-muted">
          {nothing}
        </p>
      )}
      {hints}
    </div>
  )
}

const optionId = (id: string, index: number): string => `${id}-${index}`

type OptionsProps<Item extends PickerItem> = Pick<Props<Item>, 'items' | 'onPick'> & { id: string; chosen: number }

/** The options, under the names of their groups. */
function Options<Item extends PickerItem>({ id, items, chosen, onPick }: OptionsProps<Item>) {
  const option = (item: Item, index: number) => (
    <Option
      key={item.key}
      id={optionId(id, index)}
      item={item}
      isChosen={index === chosen}
      onPick={(isOther) => onPick(item, isOther)}
    />
  )
  return grouped(items).map(({ key, name, from, items: inside }) =>
    name === undefined ? (
      <Fragment key={key}>{inside.map((item, at) => option(item, from + at))}</Fragment>
    ) : (
      <div key={key} role="group" aria-labelledby={`${id}-group-${from}`}>
        <div id={`${id}-group-${from}`} role="presentation" className="px-2 pt-2 pb-0.5 text-xs font-medium text-muted">
          {name}
        </div>
        {inside.map((item, at) => option(item, from + at))}
      </div>
    ),
  )
}

type OptionProps = { id: string; item: PickerItem; isChosen: boolean; onPick: (isOther: boolean) => void }

const Option = ({ id, item, isChosen, onPick }: OptionProps) => (
  // The keyboard works from the box, which keeps the focus.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    onClick={(event) => onPick(event.shiftKey)}
    className={cx(
      'flex min-h-8 cursor-pointer items-center gap-x-2 rounded-md px-2 outline-offset-[-2px] max-sm:flex-wrap max-sm:py-1',
      isChosen ? 'bg-accent-subtle text-ink' : 'hover:bg-hover',
    )}
  >
    <item.Icon className="size-4 shrink-0 text-muted" aria-hidden />
    <span
      className={cx(
        'min-w-0 flex-1 truncate max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:wrap-anywhere',
        item.isBlocked && 'text-muted',
      )}
    >
      {item.label}
    </span>
    {item.detail !== undefined && (
      // Why, or which one: both decide, and are not cut before two lines are full.
      <span className="line-clamp-2 max-w-[55%] shrink-0 text-right text-sm wrap-anywhere text-muted max-sm:w-full max-sm:max-w-full max-sm:pl-6 max-sm:text-left">
        {item.detail}
      </span>
    )}
  </div>
)
