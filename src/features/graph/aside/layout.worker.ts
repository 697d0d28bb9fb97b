import { expose } from 'comlink'
import { group, hold, lay, rehearse } from './work.ts'

// Beside the page's thread: grouping and placing 30,000 resources must not hold up a scroll.
expose({ group, hold, lay })
rehearse()
