// npm run check: types, lint, format, dead code. `npm run check -- lint` runs that one alone.
import { bootstrap } from './bootstrap.js'
import { runSteps } from './steps/runSteps.js'
import { checks } from './steps/steps.js'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !checks.some(({ title }) => title === name))
if (unknown.length > 0) {
  console.error(
    `There is no check named ${unknown.join(', ')}. There are: ${checks.map(({ title }) => title).join(', ')}.`,
  )
  process.exit(1)
}
await runSteps(
  await bootstrap(),
  checks.filter(({ title }) => wanted.length === 0 || wanted.includes(title)),
)
