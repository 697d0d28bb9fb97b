import { expect, it } from 'vitest'
import { haveOrganization } from '#testing/haveOrganization.ts'
import { outcome, refusal, type World } from '#testing/protocolWorld.ts'
import { ROOT_STACK_TYPE } from '#domain/state/urn.ts'
import * as samples from './samples.ts'
import { AT, bucket, content, documentOf, names, STACK } from './samples.ts'

/** Points 7 to 16. */
export function stackPoints(world: () => World): void {
  const list = (query = '') => world().cli().call<samples.StackList>('GET', `/api/user/stacks${query}`)
  const view = (ref = STACK) => world().cli().call<samples.StackView>('GET', world().cli().path(ref))

  it('7 stack init creates a stack as requested, and is refused when it already exists', async () => {
    const cli = world().cli()
    const chosen = await cli.call<{ GitHubLogin: string }>('GET', '/api/user/organizations/default')
    const refs = [
      { org: chosen.GitHubLogin, project: 'shop', stack: 'dev' },
      { org: 'acme', project: 'shop', stack: 'dev' },
      { org: 'acme', project: 'website', stack: 'dev' },
    ]
    expect(await outcome(cli.initStack({ org: 'amce', project: 'shop', stack: 'dev' }))).toMatch(
      /^\[404\] .*no organization "amce"/,
    )
    await haveOrganization(world().deps, 'acme')
    for (const ref of refs) await cli.initStack(ref)
    for (const ref of refs) {
      expect(await view(ref)).toMatchObject({
        orgName: ref.org,
        projectName: ref.project,
        stackName: 'dev',
        version: 0,
      })
      expect(await outcome(cli.initStack(ref))).toMatch(/^\[409\] .*stack '.*' already exists/)
    }
    const create = (body: object) => cli.call('POST', '/api/stacks/acme/website', { body })
    expect(await create({ stackName: 'test', teams: [] })).toEqual({})
    expect(await create({ stackName: 'prod', teams: ['platform', 'web'] })).toEqual({
      messages: [
        { severity: 'warning', message: expect.stringMatching(/^Teams are not supported here and were ignored/) },
      ],
    })
    expect(await outcome(cli.call('HEAD', '/api/stacks/acme/website'))).toBe('ok')
    expect((await refusal(cli.call('HEAD', '/api/stacks/acme/other'))).status).toBe(404)
  })

  it('8 stack init --secrets-provider passphrase: the export has the given provider, as version 0', async () => {
    const cli = world().cli()
    const state = documentOf()
    state.deployment.secrets_providers = { type: 'passphrase', state: { salt: 'v1:abc:v1:def' } }
    await cli.call('POST', '/api/stacks/organization/shop', { body: { stackName: 'prod', state } })
    expect(await cli.exportState(STACK)).toEqual(state)
    expect(await view()).toMatchObject({ version: 0, activeUpdate: '' })
    expect(await outcome(cli.call('GET', `${AT}/export/1`))).toMatch(/^\[404\]/)
  })

  it('9 stack ls applies its filters, and its pages have each stack once, whatever is created and removed between them', async () => {
    const cli = world().cli()
    for (const project of ['shop', 'site']) {
      for (const stack of ['dev', 'prod', 'test'])
        await cli.initStack({ org: 'organization', project, stack }, stack === 'prod' ? { team: 'a', empty: '' } : {})
    }
    await haveOrganization(world().deps, 'acme')
    await cli.initStack({ org: 'acme', project: 'shop', stack: 'dev' })
    const found = async (query: string) =>
      (await list(query)).stacks.map((row) => `${row.projectName}/${row.stackName}`)
    expect(await found('')).toHaveLength(7)
    expect(await found('?organization=organization&project=site')).toEqual(['site/dev', 'site/prod', 'site/test'])
    expect(await found('?tagName=team&tagValue=a')).toEqual(['shop/prod', 'site/prod'])
    expect(await found('?tagName=team')).toEqual(['shop/prod', 'site/prod'])
    expect(await found('?tagName=empty&tagValue=')).toEqual(['shop/prod', 'site/prod'])
    expect(await found('?tagName=team&tagValue=b')).toEqual([])

    const seen: string[] = []
    let token: string | null = null
    do {
      const page: samples.StackList = await list(`?maxResults=2${token === null ? '' : `&continuationToken=${token}`}`)
      seen.push(...page.stacks.map((row) => `${row.projectName}/${row.stackName}`))
      token = page.continuationToken
      expect(token ?? 'end').toMatch(/^[\w-]+$/)
      if (seen.length === 2) await cli.initStack({ org: 'acme', project: 'a', stack: 'first' })
      if (seen.length === 4) await cli.call('DELETE', `${AT}?force=false`)
    } while (token !== null)
    expect(seen).toEqual(['shop/dev', 'shop/dev', 'shop/prod', 'shop/test', 'site/dev', 'site/prod', 'site/test'])
  })

  it('9 stack ls shows more stacks than a page holds, requested as the CLI does', async () => {
    const { deps } = world()
    await world().stack()
    await deps.store.write(async (writer) => {
      const row = await writer.stack({ org: STACK.org, project: STACK.project, name: STACK.stack })
      if (row === undefined) throw new Error('the stack is missing')
      for (let index = 0; index < 620; index++)
        await writer.insertStack({ ...row, id: deps.newId(), name: `s${index}` })
    })
    const seen: string[] = []
    let [token, pages]: [string | null, number] = [null, 0]
    do {
      const page: samples.StackList = await list(token === null ? '' : `?continuationToken=${token}`)
      seen.push(...page.stacks.map(({ stackName }) => stackName))
      token = page.continuationToken
      pages += 1
    } while (token !== null)
    expect([pages, seen.length, new Set(seen).size]).toEqual([2, 621, 621])
  })

  it('10 stack ls shows no update, an update in progress, then its time, with the resource count of the state', async () => {
    const cli = await world().stack()
    const row = async () => (await list()).stacks[0]
    expect(await row()).toMatchObject({ resourceCount: 0 })
    expect(await row()).not.toHaveProperty('lastUpdate')
    const run = await cli.start(STACK)
    expect(await row()).toMatchObject({ lastUpdate: 0 })
    await run.does('creating', bucket('one'))
    await run.does('creating', bucket('two'))
    await run.complete()
    const { stacks } = await list()
    expect(stacks[0]?.lastUpdate).toBeGreaterThan(1_700_000_000)
    expect(stacks[0]?.resourceCount).toBe((await cli.exportState(STACK)).deployment.resources?.length)
  })

  it('11 stack, stack select and --show-urns get for an empty stack a document that the CLI can read', async () => {
    const cli = await world().stack()
    expect(await view()).toMatchObject({ activeUpdate: '', version: 0, stackName: 'prod' })
    expect(await view()).not.toHaveProperty('config')
    expect(await view()).not.toHaveProperty('currentOperation')
    const empty = { manifest: { time: '0001-01-01T00:00:00Z', magic: '', version: '' } }
    expect(await cli.exportState(STACK)).toEqual({ version: 3, deployment: empty })
  })

  it('12 stack tag set, get, ls and rm keep the other tags, and the project’s own tags', async () => {
    const cli = await world().stack()
    const set = (tags: Record<string, string>) => cli.call('PATCH', `${AT}/tags`, { body: tags })
    const tags = async () => (await view()).tags
    const before = await tags()
    await set({ ...before, owner: 'größe', 'a:b-c_d.e': '' })
    expect(await tags()).toEqual({ ...before, owner: 'größe', 'a:b-c_d.e': '' })
    await set(before)
    expect(await tags()).toEqual(before)
    await set({ owner: 'x' }) // a client that omits the built-in tags
    expect(await tags()).toEqual({ 'pulumi:project': 'shop', owner: 'x' })
    expect(await outcome(set({ 'pulumi:project': 'other' }))).toMatch(/^\[400\]/)
    expect(await outcome(set({ long: 'ö'.repeat(129) }))).toMatch(/^\[400\]/)
    expect(await tags()).toEqual({ 'pulumi:project': 'shop', owner: 'x' })

    const run = await cli.start(STACK, { tags: { 'pulumi:project': 'other', 'pulumi:runtime': 'go' } })
    await run.complete()
    expect(await tags()).toEqual({ 'pulumi:project': 'shop', 'pulumi:runtime': 'go' })
  })

  it('12 single tags can be added, changed and removed as consoles do it, but never a built-in one', async () => {
    const cli = await world().stack()
    const add = (name: string, value: string) => cli.call('POST', `${AT}/tags`, { body: { name, value } })
    const change = (name: string, value: string) => cli.call('PATCH', `${AT}/tags/${name}`, { body: { name, value } })
    const remove = (name: string) => cli.call('DELETE', `${AT}/tags/${name}`)
    await add('team', 'a')
    await change('team', 'b')
    await add('a:b.c', 'colon')
    expect((await view()).tags).toMatchObject({ team: 'b', 'a:b.c': 'colon', 'pulumi:project': 'shop' })
    await remove('a:b.c')
    expect((await view()).tags).not.toHaveProperty('a:b.c')
    expect(await outcome(add('team', 'c'))).toMatch(/^\[400\]/)
    expect(await outcome(add('not legal', 'c'))).toMatch(/^\[400\]/)
    expect(await outcome(change('missing', 'c'))).toMatch(/^\[404\]/)
    expect(await outcome(remove('missing'))).toMatch(/^\[404\]/)
    expect(await outcome(add('vcs:repo', 'x'))).toMatch(/^\[400\]/)
    expect(await outcome(change('pulumi:project', 'x'))).toMatch(/^\[400\]/)
    expect(await outcome(remove('pulumi:project'))).toMatch(/^\[400\]/)
  })

  it('13 stack rename keeps history, tags, secrets and resources, and removes the old name', async () => {
    const cli = await world().stack()
    const { before, ciphertext } = await withSecret(world())
    await cli.call('PATCH', `${AT}/tags`, { body: { ...(await view()).tags, team: 'a' } })
    await cli.call('POST', `${AT}/rename`, { body: { newName: 'live', newProject: 'shop' } })
    const live = { ...STACK, stack: 'live' }
    const after = await cli.exportState(live)
    expect(content(after)).toEqual(content(renamed(before, 'shop', 'live')))
    const decrypted = await cli.call('POST', `${cli.path(live)}/decrypt`, { body: { ciphertext } })
    expect(decrypted).toEqual({ plaintext: btoa('"hunter2"') })
    const { updates } = await cli.call<samples.History>('GET', `${cli.path(live)}/updates`)
    expect(updates.map(({ kind, version }) => [kind, version])).toEqual([
      ['rename', 2],
      ['update', 1],
    ])
    expect(updates[0]?.config).toEqual(updates[1]?.config)
    expect((await view(live)).tags).toMatchObject({ team: 'a', 'pulumi:project': 'shop' })
    expect(await outcome(view())).toMatch(/^\[404\]/)

    const run = await cli.start(live)
    await run.keeps(...(run.base.deployment.resources ?? []).map(({ urn }) => urn))
    await run.complete()
    expect(content(await cli.exportState(live))).toEqual(content(after))
    expect(
      await outcome(cli.call('POST', `${cli.path(live)}/rename`, { body: { newName: 'live', newProject: '' } })),
    ).toMatch(/^\[400\]/)
  })

  it('14 stack rename moves a stack to another project, and a transfer to another organization', async () => {
    const cli = await world().stack()
    const { before, ciphertext } = await withSecret(world())
    await cli.call('POST', `${AT}/rename`, { body: { newName: '', newProject: 'store' } })
    const moved = { ...STACK, project: 'store' }
    expect(content(await cli.exportState(moved))).toEqual(content(renamed(before, 'store', 'prod')))
    expect((await view(moved)).tags['pulumi:project']).toBe('store')

    await haveOrganization(world().deps, 'acme')
    await cli.call('POST', `${cli.path(moved)}/transfer`, { body: { toOrg: 'acme' } })
    const ours = { ...moved, org: 'acme' }
    const state = await cli.exportState(ours)
    expect(state.deployment.secrets_providers?.state).toMatchObject({ owner: 'acme', project: 'store', stack: 'prod' })
    expect(state.deployment.resources).toEqual(renamed(before, 'store', 'prod').deployment.resources)
    const decrypted = await cli.call('POST', `${cli.path(ours)}/decrypt`, { body: { ciphertext } })
    expect(decrypted).toEqual({ plaintext: btoa('"hunter2"') })
    expect(await outcome(view(moved))).toMatch(/^\[404\]/)
    await cli.initStack(moved)
    expect(await outcome(cli.call('POST', `${cli.path(ours)}/transfer`, { body: { toOrg: STACK.org } }))).toMatch(
      /^\[409\]/,
    )
  })

  it('15 stack rm is refused while there are resources; otherwise the name can be reused', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    await run.does('creating', bucket('kept'))
    await run.complete()
    const remove = (force: boolean) => cli.call('DELETE', `${AT}?force=${force}`)
    expect(await outcome(remove(false))).toBe('[400] Bad Request: Stack still contains resources.')
    await remove(true)
    await cli.initStack(STACK)
    expect(await view()).toMatchObject({ version: 0, activeUpdate: '' })
    expect(await cli.call('GET', `${AT}/updates`)).toEqual({ updates: [] })
    expect(names(await cli.exportState(STACK))).toEqual([])
    expect(await outcome(remove(false))).toBe('ok')
  })

  it('16 a stack that does not exist is 404', async () => {
    const { status, body } = await refusal(
      world()
        .cli()
        .getStack({ ...STACK, stack: 'missing' }),
    )
    expect([status, body.code]).toEqual([404, 404])
  })
}

/** An update that leaves a root with a secret output, and resources with every kind of reference. */
async function withSecret(world: World) {
  const cli = world.cli()
  const ciphertext = await cli.encrypt(STACK, 'hunter2')
  const run = await cli.start(STACK, { config: { 'shop:key': { string: ciphertext, secret: true, object: false } } })
  await run.secretsManager({
    type: 'service',
    state: { url: 'http://test', owner: STACK.org, project: 'shop', stack: 'prod' },
  })
  const root = await run.does('creating', {
    type: ROOT_STACK_TYPE,
    name: 'shop-prod',
    custom: false,
    outputs: { password: samples.secretOf(ciphertext) },
  })
  const one = await run.does('creating', { ...bucket('one'), parent: root })
  await run.does('creating', {
    ...bucket('two'),
    parent: root,
    dependencies: [one],
    propertyDependencies: { bucket: [one] },
    outputs: { ref: { '4dabf18193072939515e22adb298388d': '5cf8f73096256a8f31e491e813e4eb8e', urn: one } },
  })
  await run.complete()
  return { before: await cli.exportState(STACK), ciphertext }
}

/** In the text: every URN of the state names stack and project, and the root is named after both. */
const renamed = (document: ReturnType<typeof documentOf>, project: string, stack: string) =>
  JSON.parse(
    JSON.stringify(document)
      .replaceAll('urn:pulumi:prod::shop::', `urn:pulumi:${stack}::${project}::`)
      .replaceAll('::shop-prod"', `::${project}-${stack}"`)
      .replaceAll('"project":"shop","stack":"prod"', `"project":"${project}","stack":"${stack}"`),
  ) as ReturnType<typeof documentOf>
