import { expose } from 'comlink'
import { group, hold, lay, rehearsal } from './work.ts'

// In a worker, because grouping and placing 30,000 resources must not block scrolling.
expose({ group, hold, lay })

// Step by step, until a message arrives.
const rest = rehearsal()
let isAsked = false
addEventListener('message', () => (isAsked = true))
const goOn = () => {
  if (!isAsked && !rest.next().done) setTimeout(goOn)
}
setTimeout(goOn)
