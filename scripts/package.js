// npm run package: a package of the service with the console built in, which npx runs.
import path from 'node:path'
import { bootstrap } from './bootstrap.js'
import { capture } from './steps/processes.js'
import { build, builds, isBuilt } from './build.js'
import { npmCommand } from './npm.js'
import { stagePackage } from './package/stage.js'
import { root } from './root.js'
import { step } from './steps/step.js'

const node = await bootstrap()
const place = path.join(root, 'dist/package')
if (!isBuilt('console')) await step('Building the console', () => build(node, 'console'))
if (!isBuilt('package')) await step('Building the service', () => build(node, 'package'))
stagePackage(place, path.join(root, builds.console.out))
await step('Packing', async () => {
  const { command, args, env } = npmCommand(['pack', place, '--pack-destination', path.dirname(place)])
  const { code, output } = await capture(command, args, { env })
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const file = output.trim().split('\n').at(-1) ?? ''
  console.log(`\nRun it with: npx --yes ./${path.relative(root, path.join(path.dirname(place), file))}`)
})
