import { expect, it } from 'vitest'
import { User } from '#contract/users.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { aBackend } from '#testing/store/rows.ts'
import { limitWhoSees } from './whoSees.ts'

const BACKEND = aBackend({ seenBy: 'administrators' })

async function world() {
  const harness = await createHarness()
  const rolesOf = async (login: string) => (await harness.deps.store.read((reader) => reader.userByLogin(login)))?.roles
  const create = async (body: object) =>
    User.parse(await (await harness.call('POST', '/users', { body: { name: 'x', ...body } })).json())
  return { ...harness, rolesOf, create }
}

it('a backend that only administrators see is hidden from all others, also from those who come later', async () => {
  const { deps, rolesOf, create } = await world()
  await create({ login: 'ada', role: 'operator' })
  await create({ login: 'bob', role: 'reader', roles: { 'acme-s3': 'reader' } })
  await create({ login: 'root', role: 'admin' })
  await deps.store.write(async (writer) => {
    await writer.insertBackend(BACKEND)
    await limitWhoSees(writer, 'acme-s3', 'administrators')
  })
  expect([await rolesOf('ada'), await rolesOf('bob'), await rolesOf('root')]).toEqual([
    { 'acme-s3': 'none' },
    { 'acme-s3': 'reader' },
    {},
  ])
  expect((await create({ login: 'eve', role: 'operator' })).roles).toEqual({ 'acme-s3': 'none' })
  expect((await create({ login: 'mel', role: 'reader', roles: { 'acme-s3': 'operator' } })).roles).toEqual({
    'acme-s3': 'operator',
  })
  expect((await create({ login: 'chief', role: 'admin' })).roles).toEqual({})
})

it('a backend that everyone sees changes no roles', async () => {
  const { deps, rolesOf, create } = await world()
  await create({ login: 'ada', role: 'operator' })
  await deps.store.write(async (writer) => {
    await writer.insertBackend({ ...BACKEND, seenBy: 'everyone' })
    await limitWhoSees(writer, 'acme-s3', 'everyone')
  })
  expect(await rolesOf('ada')).toEqual({})
  expect((await create({ login: 'eve', role: 'reader' })).roles).toEqual({})
})
