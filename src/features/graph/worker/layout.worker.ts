import { expose } from 'comlink'
import { group, hold, lay, rehearsal } from './work.ts'

// In a worker, because grouping and placing 30,000 resources must not block scrolling.
expose({ group, hold, lay })

// Step by step, until a message arrives.
const steps = rehearsal()
let hasRequest = false
addEventListener('message', () => (hasRequest = true))
const goOn = () => {
  if (!hasRequest && !steps.next().done) setTimeout(goOn)
}
setTimeout(goOn)
