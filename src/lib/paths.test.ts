import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('escapes addresses so that every name and URN round-trips', () => {
  const ref = { org: 'acme', project: 'pay ments', stack: 'a/b' }
  const urn = 'urn:pulumi:p::q::a$b::c d&e=1#f'
  expect(paths.update(ref, 12)).toBe('/acme/pay%20ments/a%2Fb/updates/12')
  expect(new URL(paths.graph(ref, { urn }), 'http://x').searchParams.get('urn')).toBe(urn)
  expect(new URL(paths.edit(ref, { do: 'move', urn: [urn, 'u'] }), 'http://x').searchParams.getAll('urn')).toEqual([
    urn,
    'u',
  ])
  expect(paths.edit(ref, { urn: [] })).toBe('/acme/pay%20ments/a%2Fb/edit')
  expect(paths.resources(ref, { urn: undefined })).toBe('/acme/pay%20ments/a%2Fb/resources')
})
