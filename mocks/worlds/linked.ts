import { CI, deployed } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

const READERS = [
  ['dns/prod', ['network/prod']],
  ['cluster/prod', ['network/prod', 'dns/prod']],
  ['shop/prod', ['cluster/prod', 'database/prod']],
  ['shop/staging', ['cluster/prod']],
  ['search/prod', ['cluster/prod', 'analytics/prod']],
  ['reports/prod', ['warehouse/prod']],
] as const

/** What a reader saw of another stack when it was updated last: outputs that have changed since. */
const SEEN: Readonly<Record<string, Record<string, string>>> = {
  'shop/staging cluster/prod': { url: 'https://cluster-1.prod.acme.example' },
}

/**
 * Stacks that read each other's outputs: one that is read never existed, one has been renamed since, and one reader has
 * old values.
 */
export const linked = () =>
  runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
    const ci = await cli('ci-runner', CI)
    for (const [index, name] of [
      'network/prod',
      'database/prod',
      'warehouse/prod',
      ...READERS.map(([name]) => name),
    ].entries()) {
      await deployed(ci, ref(`organization/${name}`), { resources: 8 + index, seed: index + 1, wait })
    }
    for (const [name, others] of READERS) {
      const run = await ci.start(ref(`organization/${name}`), { message: 'Read outputs instead of config' })
      for (const other of others) {
        const step = await run.begin('creating', {
          type: 'pulumi:pulumi:StackReference',
          name: other.replace('/', '-'),
          id: `organization/${other}`,
          inputs: { name: `organization/${other}` },
          outputs: { name: `organization/${other}`, outputs: SEEN[`${name} ${other}`] ?? {} },
        })
        await wait('1s')
        await step.succeeds()
        const { url } = SEEN[`${name} ${other}`] ?? {}
        if (url === undefined) continue
        const from = { dependencies: [step.urn], propertyDependencies: { target: [step.urn] } }
        const user = await run.begin('creating', {
          type: 'aws:apigatewayv2/integration:Integration',
          name: `${other.replace('/', '-')}-proxy`,
          inputs: { target: `${url}/v1` },
          ...from,
        })
        await wait('1s')
        await user.succeeds()
      }
      await run.complete('succeeded', others.length)
      await wait('1h')
    }
    const warehouse = ref('organization/warehouse/prod')
    await ci.call('POST', `${ci.path(warehouse)}/rename`, { body: { newProject: 'lake' }, command: 'stack rename' })
    await wait('10m')
  })
