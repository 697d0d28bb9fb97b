import type { Node, NodeProps } from '@xyflow/react'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { memo, type ReactNode, use } from 'react'
import { ToggleContext } from './toggle.ts'

export type NearData = {
  item: number
  name: string
  /** Everything shown on hover. */
  title: string
  status: ReactNode
  kind: 'card' | 'closed' | 'open'
  /** Scale of its layout: a box deep inside has few units of the picture. */
  scale: number
  width: number
  height: number
  /** Makes the words of a status as large as those of the card, which are painted and grow less than the card. */
  wordScale: number
}
export type NearNode = Node<NearData, 'near'>

/**
 * The element of a box that is near enough to be read: keyboard, tooltip and click. It is painted on the canvas below.
 */
export const ResourceNode = memo(function ResourceNode({ data }: NodeProps<NearNode>) {
  const { item, name, title, status, kind, scale, width, height, wordScale } = data
  const toggle = use(ToggleContext)
  const isOpen = kind === 'open'
  const Chevrons = isOpen ? ChevronsDownUp : ChevronsUpDown
  return (
    <div
      title={title}
      className="relative origin-top-left cursor-pointer rounded-md hover:ring-1 hover:ring-accent"
      style={{ width, height, transform: `scale(${scale})` }}
    >
      {status && (
        <span
          className="absolute right-1 bottom-1 flex h-4 origin-bottom-right items-center overflow-hidden bg-raised pl-1 leading-4"
          style={{ transform: `scale(${wordScale})` }}
        >
          {status}
        </span>
      )}
      {kind !== 'card' && item > 0 && (
        <span
          title={isOpen ? `Close ${name}` : `Expand ${name} here`}
          onClick={(event) => {
            event.stopPropagation()
            toggle(item)
          }}
          className={`absolute right-1 inline-flex size-5 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink ${isOpen ? 'top-0.5' : 'bottom-1 opacity-0 hover:opacity-100'}`}
        >
          <Chevrons className="size-3.5" />
        </span>
      )}
    </div>
  )
})
