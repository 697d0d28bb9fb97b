/** A line between two boxes, along a path of our own layout. */
export type FlowLine = {
  id: string
  from: string
  to: string
  path: string
  color: string
  width: number
  dash?: string | undefined
  opacity?: number
  /** Has a head at its beginning too. */
  isTwoWay?: boolean
  /** A number on the line, at this place. */
  count?: { text: string; x: number; y: number } | undefined
}
