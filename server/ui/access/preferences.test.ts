import { expect, it } from 'vitest'
import { Favourites, MAX_VIEWS, Preferences } from '#contract/preferences.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { StackPage } from '#contract/stacks.ts'

const idsOf = async ({ cli, get }: Harness, names: string[]) => {
  for (const name of names) await cli.createStack(`organization/shop/${name}`)
  const { stacks } = StackPage.parse(await get('/stacks?sort=name'))
  return stacks.map(({ id }) => id)
}
const post = async (harness: Harness, path: string, body: unknown) =>
  Preferences.parse(await (await harness.call('POST', path, { body })).json())

it('a favourite is stored, returned with its last runs, and can be removed', async () => {
  const harness = await createHarness()
  const [dev = '', prod = ''] = await idsOf(harness, ['prod', 'dev'])
  await (await harness.cli.start('organization/shop/prod')).complete('failed')
  await post(harness, '/favourites', { stackId: prod, isFavourite: true })
  expect(await post(harness, '/favourites', { stackId: dev, isFavourite: true })).toMatchObject({
    favourites: [prod, dev],
  })
  await post(harness, '/favourites', { stackId: prod, isFavourite: true }) // repeated: stored only once
  const { stacks, runs } = Favourites.parse(await harness.get('/favourites'))
  expect(stacks.map(({ ref, health }) => [ref.stack, health])).toEqual([
    ['dev', 'empty'],
    ['prod', 'failed'],
  ])
  expect(runs[prod]?.map(({ status }) => status)).toEqual(['failed'])
  expect(await post(harness, '/favourites', { stackId: dev, isFavourite: false })).toMatchObject({ favourites: [prod] })
})

it('a view is saved by name, replaced, and deleted', async () => {
  const harness = await createHarness()
  await post(harness, '/views', { name: 'Prod', search: 'tag=env%3Dprod' })
  await post(harness, '/views', { name: 'Broken', search: 'health=attention' })
  const saved = await post(harness, '/views', { name: ' Prod ', search: 'search=prod' })
  expect(saved.views).toEqual([
    { list: 'stacks', name: 'Broken', search: 'health=attention' },
    { list: 'stacks', name: 'Prod', search: 'search=prod' },
  ])
  const left = Preferences.parse(await (await harness.call('DELETE', '/views/Broken')).json())
  expect(left.views.map(({ name }) => name)).toEqual(['Prod'])
  expect((await harness.call('POST', '/views', { body: { name: ' ', search: '' } })).status).toBe(400)
})

it('a view belongs to its list: each list may have one of the same name', async () => {
  const harness = await createHarness()
  await post(harness, '/views', { name: 'Mine', search: 'search=shop' })
  await post(harness, '/views', { list: 'activity', name: 'Mine', search: 'by=ada' })
  const { views } = await post(harness, '/views', { list: 'audit', name: 'Mine', search: 'login=ada' })
  expect(views.map(({ list, search }) => [list, search])).toEqual([
    ['stacks', 'search=shop'],
    ['activity', 'by=ada'],
    ['audit', 'login=ada'],
  ])
  const left = Preferences.parse(await (await harness.call('DELETE', '/views/Mine?list=activity')).json())
  expect(left.views.map(({ list }) => list)).toEqual(['stacks', 'audit'])
})

it('preferences belong to one user each', async () => {
  const harness = await createHarness()
  await post(harness, '/views', { name: 'Mine', search: '' })
  const headers = { authorization: `token ${await harness.addUser('grace', 'reader')}` }
  const hers = await harness.call('GET', '/preferences', { headers })
  expect(await hers.json()).toEqual({ favourites: [], views: [] })
})

it('preferences are limited in number', async () => {
  const harness = await createHarness()
  for (let n = 0; n < MAX_VIEWS; n++) await post(harness, '/views', { name: `View ${n}`, search: '' })
  expect((await harness.call('POST', '/views', { body: { name: 'One more', search: '' } })).status).toBe(400)
})

it('a preference that cannot be read counts as absent', async () => {
  const harness = await createHarness()
  const user = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
  await harness.deps.store.write((writer) => writer.setMeta(`preferences:${user?.id}`, '{"favourites":'))
  expect(await harness.get('/preferences')).toEqual({ favourites: [], views: [] })
})
