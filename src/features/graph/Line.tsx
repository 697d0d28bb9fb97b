import type { EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { type LineEdge, lineColor } from './flow.ts'

/** A line as the layout routed it. Upstream is drawn through, downstream dashed: not by colour alone. */
export const Line = memo(function Line({ data, markerEnd, markerStart }: EdgeProps<LineEdge>) {
  if (!data) return null
  const { path, weight, emphasis, isBackward } = data
  const isTold = emphasis !== 'plain' && emphasis !== 'dimmed'
  return (
    <path
      d={path}
      fill="none"
      stroke={lineColor[emphasis]}
      strokeWidth={isTold ? 2.2 : Math.min(2.6, 1.1 + Math.log10(weight) * 0.8)}
      strokeDasharray={emphasis === 'downstream' ? '7 4' : isBackward ? '2 3' : undefined}
      markerEnd={markerEnd}
      markerStart={markerStart}
      className="pointer-events-none"
    />
  )
})
