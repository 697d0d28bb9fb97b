import { expect, it } from 'vitest'
import { StackGraph } from '#contract/stackGraph.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const reading = (project: string, ...names: string[]) => ({
  manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' },
  resources: names.map((name, index) => ({
    urn: `urn:pulumi:prod::${project}::pulumi:pulumi:StackReference::r${index}`,
    type: 'pulumi:pulumi:StackReference',
    custom: true,
    id: name,
    inputs: { name },
    outputs: { name, outputs: {} },
  })),
})

async function arranged() {
  const harness = await createHarness()
  const { cli } = harness
  for (const project of ['network', 'shop', 'alone', 'self']) await cli.createStack(`acme/${project}/prod`)
  await cli.import('acme/network/prod', reading('network'))
  await cli.import('acme/shop/prod', reading('shop', 'acme/network/prod', 'acme/network/prod', 'acme/gone/prod'))
  await cli.import('acme/self/prod', reading('self', 'acme/self/prod'))
  const graph = async () => StackGraph.parse(await harness.get('/stack-graph'))
  return { harness, graph }
}

it('the stack graph shows which stack reads which, each once, and references to external stacks', async () => {
  const { graph } = await arranged()
  const { stacks, links, elsewhere, aloneCount } = await graph()
  expect(stacks.map(({ ref, health, lastKind }) => [ref.project, health, lastKind])).toEqual([
    ['network', 'empty', 'import'],
    ['shop', 'brokenReferences', 'import'],
  ])
  expect(links).toEqual([{ from: 1, to: 0 }])
  expect(elsewhere).toEqual([{ from: 1, name: 'acme/gone/prod' }])
  expect(aloneCount).toBe(2)
})

it('the stack graph omits references that the state no longer has', async () => {
  const { harness, graph } = await arranged()
  await harness.cli.import('acme/shop/prod', reading('shop'))
  const { stacks, links } = await graph()
  expect({ stacks, links }).toEqual({ stacks: [], links: [] })
})

it('the stack graph has the order of the list, however many stacks there are, and the health of each', async () => {
  const { harness, graph } = await arranged()
  const names = Array.from({ length: 80 }, (_, n) => `r${String(n).padStart(2, '0')}`)
  for (const project of names.toReversed()) {
    await harness.cli.createStack(`acme/${project}/prod`)
    await harness.cli.import(`acme/${project}/prod`, reading(project, 'acme/network/prod'))
  }
  const { stacks, links, aloneCount } = await graph()
  expect(stacks.map(({ ref }) => ref.project)).toEqual(['network', ...names, 'shop'])
  const healths = stacks.slice(1).map(({ health }) => health)
  expect(healths).toEqual([...names.map(() => 'ok'), 'brokenReferences'])
  expect(stacks.slice(1).every(({ resourceCount }) => resourceCount > 0)).toBe(true)
  expect(links).toEqual(Array.from({ length: 81 }, (_, n) => ({ from: n + 1, to: 0 })))
  expect(aloneCount).toBe(2)
})
