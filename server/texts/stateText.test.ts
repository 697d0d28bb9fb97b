import { expect, it } from 'vitest'
import { prepareText } from './stateText.ts'

const resource = { urn: 'urn:pulumi:dev::shop::a:b:C::x', type: 'a:b:C', custom: true, id: 'i' }

it.each([
  ['valid', { resources: [resource] }, null],
  [
    'undecodable in a pending operation',
    { pending_operations: [{ type: 'creating', resource: { ...resource, type: '' } }] },
    `resource '${resource.urn}' missing required 'type' field`,
  ],
  [
    'invalid',
    { resources: [{ ...resource, parent: 'urn:pulumi:dev::shop::a:b:C::y' }] },
    `child resource ${resource.urn} refers to missing parent urn:pulumi:dev::shop::a:b:C::y`,
  ],
  [
    'without an extension blob',
    { resources: [{ ...resource, extensionRef: 'e1' }] },
    `extension blob for e1 (resource ${resource.urn}) not found in snapshot`,
  ],
])('a stored state that is %s has its first fault as the finding', async (_, deployment, finding) => {
  const text = new TextEncoder().encode(JSON.stringify({ version: 3, deployment }))
  expect((await prepareText(text)).facts.finding).toBe(finding)
})
