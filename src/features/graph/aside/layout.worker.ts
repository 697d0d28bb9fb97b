import { expose } from 'comlink'
import { group, hold, lay, rehearsal } from './work.ts'

// In a worker: grouping and placing 30,000 resources must not hold up a scroll.
expose({ group, hold, lay })

// Step by step, and no further once there is something to do.
const rest = rehearsal()
let isAsked = false
addEventListener('message', () => (isAsked = true))
const goOn = () => {
  if (!isAsked && !rest.next().done) setTimeout(goOn)
}
setTimeout(goOn)
