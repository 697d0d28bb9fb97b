import { expect, it } from 'vitest'
import { User } from '#contract/users.ts'
import { aWanted } from '#testing/backends/aWanted.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { connectFromSetting, type Wanted } from '../backends/wanted.ts'

const WANTED = aWanted()

/** A server whose setting names a backend that only administrators see, with one stack. */
async function world() {
  const harness = await createHarness()
  const { deps, cli, call, token } = harness
  const service = createServiceApp(deps)
  await cli.createStack('acme/shop/prod')
  const connect = async (seenBy: Wanted['seenBy']) => {
    const [first] = (await connectFromSetting(deps, [{ ...WANTED, seenBy }])).connected
    if (!first || !('row' in first)) throw new Error('it is connected')
    return first.row
  }
  const { id: backendId } = await connect('administrators')
  await deps.store.write(async (writer) => {
    const stack = await writer.stack({ org: 'acme', project: 'shop', name: 'prod' })
    if (stack) await writer.patchStack(stack.id, { org: 'acme-s3', backendId, wrappedKey: '' })
  })
  const change = async (login: string, body: object) => {
    const { users } = (await (await call('GET', '/users')).json()) as { users: User[] }
    const id = users.find((user) => user.login === login)?.id ?? ''
    return User.parse(await (await call('POST', `/users/${id}`, { body })).json())
  }
  /** Where a user finds the backend, in the console and with the CLI. */
  const seenIn = async (login: string, own: string) => {
    const headers = { authorization: `token ${own}` }
    const text = async (path: string) => (await call('GET', path, { headers })).text()
    const members = await service.request('/api/orgs/acme-s3/members', { headers: { authorization: `token ${token}` } })
    const all = ((await members.json()) as { members: { user: { githubLogin: string } }[] }).members
    return {
      page: (await call('GET', '/stacks/acme-s3/shop/prod', { headers })).status === 200,
      lists: (await text('/stack-names')).includes('acme-s3') && (await text('/stacks')).includes('acme-s3'),
      session: (await text('/session')).includes('acme-s3'),
      members: all.some(({ user }) => user.githubLogin === login),
    }
  }
  return { ...harness, connect, change, seenIn }
}

const EVERYWHERE = { page: true, lists: true, session: true, members: true }
const NOWHERE = { page: false, lists: false, session: false, members: false }

it('a backend that only administrators see is hidden from all others, whenever they came', async () => {
  const { addUser, seenIn, connect, token } = await world()
  const ada = await addUser('ada', 'operator')
  expect(await seenIn('ada', ada)).toEqual(NOWHERE)
  expect(await seenIn('admin', token)).toEqual(EVERYWHERE)
  await connect('everyone')
  expect(await seenIn('ada', ada)).toEqual(EVERYWHERE)
  await connect('administrators')
  expect(await seenIn('ada', ada)).toEqual(NOWHERE)
})

it('who is no longer an administrator sees it no longer, and who becomes one sees it', async () => {
  const { addUser, change, seenIn } = await world()
  const [ada, bob] = [await addUser('ada', 'admin'), await addUser('bob', 'reader')]
  expect([await seenIn('ada', ada), await seenIn('bob', bob)]).toEqual([EVERYWHERE, NOWHERE])
  await change('ada', { role: 'operator' })
  await change('bob', { role: 'admin' })
  expect([await seenIn('ada', ada), await seenIn('bob', bob)]).toEqual([NOWHERE, EVERYWHERE])
})

it('a role that was given in it counts, with either setting', async () => {
  const { addUser, change, connect, seenIn } = await world()
  const [ada, bob] = [await addUser('ada', 'admin'), await addUser('bob', 'reader')]
  await change('ada', { roles: { 'acme-s3': 'none' } })
  await change('bob', { roles: { 'acme-s3': 'reader' } })
  for (const seenBy of ['administrators', 'everyone'] as const) {
    await connect(seenBy)
    expect([await seenIn('ada', ada), await seenIn('bob', bob)], seenBy).toEqual([NOWHERE, EVERYWHERE])
  }
})

it('no role is written for it: the page of users shows what was given', async () => {
  const { addUser, change } = await world()
  await addUser('ada', 'operator')
  expect((await change('ada', { name: 'Ada' })).roles).toEqual({})
})
