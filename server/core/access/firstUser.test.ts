import { expect, it } from 'vitest'
import { testDeps } from '#testing/deps.ts'
import { byToken } from './credentials.ts'
import { firstUser, useEnvironmentToken } from './firstUser.ts'

it('a changed HOLDFAST_ACCESS_TOKEN revokes the former one, and so does removing it from the settings', async () => {
  const { deps } = testDeps()
  const user = await firstUser(deps)
  const [first, second] = ['first-4f1c9b7d2e8a6035', 'second-93be07a1d5c2f684']
  const works = async () =>
    [await byToken(deps, first), await byToken(deps, second)].map((found) => found !== undefined)
  await useEnvironmentToken(deps, user, first)
  expect(await works()).toEqual([true, false])
  await useEnvironmentToken(deps, user, second)
  expect(await works()).toEqual([false, true])
  await useEnvironmentToken(deps, user, undefined)
  expect(await works()).toEqual([false, false])
})

it('the first user has no credential', async () => {
  const { deps } = testDeps()
  const user = await firstUser(deps)
  expect(await deps.store.read((reader) => reader.tokens(user.id))).toEqual([])
})
