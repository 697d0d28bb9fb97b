import { layout } from '#domain/graphLayout/layout.ts'
import type { LayoutRequest } from './layoutThread.ts'

// Beside the page's thread: a layout of 30,000 resources must not hold up a scroll.
addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(layout(data.dependencies, data.tree, data.isOpen))
})
