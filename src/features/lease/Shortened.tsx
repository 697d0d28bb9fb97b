import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { number } from '#words/counts.ts'

type Props<Item> = {
  items: readonly Item[]
  /** Number shown at first. */
  few: number
  keyOf: (item: Item, index: number) => string
  render: (item: Item) => ReactNode
}

/** A list that shows its first items; the rest on request. */
export function Shortened<Item>({ items, few, keyOf, render }: Props<Item>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, few)
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((item, index) => (
          <li key={keyOf(item, index)} className="py-1">
            {render(item)}
          </li>
        ))}
      </ul>
      {items.length > few && (
        <Button
          look="plain"
          size="sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="mt-1 -ml-2"
        >
          {isWhole ? 'Show fewer' : `Show all ${number(items.length)}`}
        </Button>
      )}
    </>
  )
}
