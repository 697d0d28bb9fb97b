import { expect, it } from 'vitest'
import { StackReaders } from '#contract/stackGraph.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const manifest = { time: '2026-01-01T00:00:00Z', magic: '', version: '' }
const network = (outputs: object) => ({
  manifest,
  resources: [
    {
      urn: 'urn:pulumi:prod::network::pulumi:pulumi:Stack::network-prod',
      type: 'pulumi:pulumi:Stack',
      custom: false,
      outputs,
    },
  ],
})
const reading = (project: string, outputs: object | undefined) => ({
  manifest,
  resources: [
    {
      urn: `urn:pulumi:prod::${project}::pulumi:pulumi:StackReference::network`,
      type: 'pulumi:pulumi:StackReference',
      custom: true,
      id: 'acme/network/prod',
      inputs: { name: 'acme/network/prod' },
      outputs: { name: 'acme/network/prod', ...(outputs && { outputs }) },
    },
    {
      urn: `urn:pulumi:prod::${project}::aws:ec2/subnet:Subnet::front`,
      type: 'aws:ec2/subnet:Subnet',
      custom: true,
      id: 'subnet-1',
      inputs: { vpcId: 'vpc-2' },
      dependencies: [`urn:pulumi:prod::${project}::pulumi:pulumi:StackReference::network`],
      propertyDependencies: { vpcId: [`urn:pulumi:prod::${project}::pulumi:pulumi:StackReference::network`] },
    },
  ],
})

it('lists which stacks read outputs that have changed since, and for which that is unknown', async () => {
  const harness = await createHarness()
  const { cli } = harness
  for (const project of ['network', 'shop', 'search', 'blank', 'alone']) await cli.createStack(`acme/${project}/prod`)
  await cli.import('acme/network/prod', network({ vpc: 'vpc-2', zone: 'eu' }))
  await cli.import('acme/shop/prod', reading('shop', { vpc: 'vpc-1', zone: 'eu' }))
  await cli.import('acme/search/prod', reading('search', { vpc: 'vpc-2', zone: 'eu' }))
  await cli.import('acme/blank/prod', reading('blank', undefined))
  const answer = StackReaders.parse(await harness.get('/stacks/acme/network/prod/readers'))
  expect(answer.outputs).toEqual(['vpc', 'zone'])
  const byName = answer.readers.toSorted((a, b) => a.ref.project.localeCompare(b.ref.project))
  expect(byName.map(({ ref, differs, isKnown }) => [ref.project, differs, isKnown])).toEqual([
    ['blank', [], false],
    ['search', [], true],
    ['shop', [{ output: 'vpc', how: 'changed' }], true],
  ])
  const front = (project: string) => ({ urns: [`urn:pulumi:prod::${project}::aws:ec2/subnet:Subnet::front`], count: 1 })
  expect(byName.map(({ uses, unmatched }) => [uses, unmatched])).toEqual([
    [[], { urns: [], count: 0 }],
    [[{ output: 'vpc', ...front('search') }], { urns: [], count: 0 }],
    [[], front('shop')],
  ])
  expect(answer.unreadCount).toBe(0)
  expect(StackReaders.parse(await harness.get('/stacks/acme/alone/prod/readers')).readers).toEqual([])
})
