import type { ReactNode } from 'react'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'

type Props<Item> = {
  items: readonly Item[]
  /** Of the list. */
  label?: string
  /** Number shown at first. */
  few: number
  keyOf: (item: Item, index: number) => string
  render: (item: Item) => ReactNode
}

/** A list that shows its first items; the rest on request. */
export function Shortened<Item>({ items, label, few, keyOf, render }: Props<Item>) {
  const { shown, toggle } = useFirst(items, few)
  return (
    <>
      <ul aria-label={label} className="flex flex-col divide-y divide-line">
        {shown.map((item, index) => (
          <li key={keyOf(item, index)} className="py-1">
            {render(item)}
          </li>
        ))}
      </ul>
      {toggle && <ShowAll {...toggle} look="plain" className="mt-1 -ml-2" />}
    </>
  )
}
