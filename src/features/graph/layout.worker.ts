import { expose } from 'comlink'
import { layoutView } from '#domain/graphLayout/layout.ts'

// Beside the page's thread: a layout of 30,000 resources must not hold up a scroll.
expose({ layoutView })
