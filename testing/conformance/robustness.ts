import { expect, it } from 'vitest'
import { outcome, type World } from '#testing/protocolWorld.ts'
import type * as samples from './samples.ts'
import { AT, bucket, bucketState, bucketUrn, documentOf, names, STACK } from './samples.ts'

/** Fields of a later version, and keys that break careless copies of objects. */
const LATER = JSON.parse(
  '{"x-tool":{"deep":[1,null,{"10":"a","9":"b"}]},"__proto__":{"kept":true},"constructor":1,"big":1e21}',
) as object

/** Points 56 to 60. */
export function robustnessPoints(world: () => World): void {
  it('56 unknown fields survive journal, checkpoint, rename and import', async () => {
    const cli = await world().stack()
    const carries = async (ref = STACK) => {
      const [first] = (await cli.exportState(ref)).deployment.resources ?? []
      expect(JSON.stringify([first?.['later'], first?.inputs])).toBe(JSON.stringify([LATER, LATER]))
    }
    const odd = bucketState('odd', { later: LATER, inputs: LATER as Record<string, unknown> })
    const document = documentOf(odd)
    document.deployment['section'] = LATER
    const whole = { ...document, wrapper: LATER }
    await cli.importState(STACK, whole)
    expect(JSON.stringify(await cli.exportState(STACK))).toBe(JSON.stringify(whole))
    const run = await cli.start(STACK)
    await run.keeps(bucketUrn('odd'))
    await run.journal([
      run.entry(0, { operationID: 7, operation: { resource: odd, type: 'updating', later: LATER }, later: LATER }),
    ])
    await run.complete()
    await carries()
    expect((await cli.exportState(STACK)).deployment.pending_operations).toMatchObject([{ later: { big: 1e21 } }])
    const plain = await cli.start(STACK, { journal: false })
    await plain.saveFull(document)
    await carries()
    await plain.saveText(JSON.stringify(document), 2)
    await plain.complete()
    await carries()
    await cli.call('POST', `${AT}/rename`, { body: { newName: 'live', newProject: '' } })
    const live = { ...STACK, stack: 'live' }
    await carries(live)
    expect((await cli.exportState(live)).deployment['section']).toEqual(LATER)
  })

  it('57 times are whole seconds, and answers are plain or gzip', async () => {
    // Every answer of every test is checked as well: see the suite.
    const cli = await world().stack()
    world().advance(1234)
    const run = await cli.start(STACK)
    world().advance(777)
    const renewed = await run.renew()
    await run.complete()
    const { stacks } = await cli.call<samples.StackList>('GET', '/api/user/stacks')
    const [listed] = (await cli.call<samples.History>('GET', `${AT}/updates`)).updates
    const times = [
      stacks[0]?.lastUpdate,
      listed?.startTime,
      listed?.endTime,
      (renewed as { tokenExpiration?: number }).tokenExpiration,
    ]
    for (const time of times) expect(time).toSatisfy(Number.isInteger)
    for (const encoding of ['gzip', 'br, deflate, zstd', 'identity']) {
      const headers = { authorization: `token ${world().token}`, 'accept-encoding': encoding }
      const answer = await world().fetch(new Request(`http://test${AT}/export`, { headers }))
      expect([null, 'gzip']).toContain(answer.headers.get('content-encoding'))
    }
  })

  it('58 event posts that never arrive neither delay an update nor make it fail', async () => {
    await world().stack()
    let posts = 0
    const deaf = world().cli({
      fetch: (request) => {
        if (!request.url.endsWith('/events/batch')) return world().fetch(request)
        posts += 1
        throw new TypeError('timed out')
      },
    })
    const run = await deaf.start(STACK)
    const engineSays = async () => outcome(run.says('lost'))
    expect(await engineSays()).toContain('timed out')
    await run.journal([run.entry(0, { operationID: 1 }), run.entry(1, { operationID: 1, state: bucketState('one') })])
    await run.completeOnly('succeeded')
    expect(posts).toBe(1)
    const { updates } = await deaf.call<samples.History>('GET', `${AT}/updates`)
    expect(updates).toMatchObject([{ result: 'succeeded', resourceChanges: {}, resourceCount: 1 }])
    // Later lines are stored anyway: a late log is better than none.
    const late = world().cli()
    const event = { sequence: 1, timestamp: 0, summaryEvent: { resourceChanges: { create: 1 } } }
    await late.call('POST', `${AT}/update/${run.id}/events/batch`, { body: { events: [event] }, lease: run.lease })
    expect((await late.call<samples.History>('GET', `${AT}/updates`)).updates[0]?.resourceChanges).toEqual({
      create: 1,
    })
  })

  it('59 two stacks of one project update at once, and each gets its own result', async () => {
    const cli = await world().stack()
    const refs = [STACK, { ...STACK, stack: 'test' }]
    await cli.initStack({ ...STACK, stack: 'test' })
    const runs = await Promise.all(refs.map((ref) => cli.start(ref)))
    await Promise.all(
      runs.map(async (run) => {
        for (let index = 0; index < 8; index++) await run.does('creating', bucket(`${run.ref.stack}-${index}`))
        await run.complete()
      }),
    )
    for (const ref of refs) {
      const made = names(await cli.exportState(ref))
      expect(made).toEqual(Array.from({ length: 8 }, (_, index) => `${ref.stack}-${index}`))
    }
  })

  it.each([
    ['one character', 'a'],
    ['a hundred characters', `a${'bc.d-e_F9'.repeat(11)}`],
    ['dots and dashes', '..a--.'],
    ['dashes alone', '--'],
    ['an address of ours', 'updates'],
  ])('60 names at the limits, in every route: %s', async (_case, name) => {
    const cli = world().cli()
    const ref = { org: 'organization', project: name, stack: name }
    const at = cli.path(ref)
    expect(name.length).toBeLessThanOrEqual(100)
    await cli.initStack(ref)
    await cli.call('GET', `/api/stacks/organization/${name}`)
    const run = await cli.start(ref)
    await run.does('creating', bucket('one'))
    await run.renew()
    await run.complete()
    const plain = await cli.start(ref, { journal: false })
    await plain.saveFull(documentOf(bucketState('two')))
    await plain.saveText(JSON.stringify(documentOf(bucketState('two'))), 2)
    await plain.completeOnly('failed')
    await cli.start(ref)
    await cli.cancel(ref)
    await cli.importState(ref, documentOf(bucketState('three')))
    const ciphertext = await cli.encrypt(ref, 'v')
    await cli.call('POST', `${at}/decrypt`, { body: { ciphertext } })
    await cli.call('PATCH', `${at}/tags`, { body: { a: 'b' } })
    await cli.call('POST', `${at}/tags`, { body: { name: 'c', value: 'd' } })
    await cli.call('DELETE', `${at}/tags/c`)
    for (const path of [
      '',
      '/export',
      '/export/1',
      '/updates',
      '/updates/latest',
      '/updates/1',
      '/updates/1/timeline',
      '/updates/latest/previews',
      '/policypacks',
    ])
      expect([path, await outcome(cli.call('GET', `${at}${path}`))]).toEqual([path, 'ok'])
    expect(await cli.call('GET', `${at}/update/${run.id}`)).toMatchObject({ status: 'succeeded' })
    const { stacks } = await cli.call<samples.StackList>('GET', `/api/user/stacks?project=${name}`)
    expect(stacks).toMatchObject([{ projectName: name, stackName: name }])
    await cli.call('POST', `${at}/rename`, { body: { newName: 'z', newProject: 'z' } })
    await cli.call('POST', `${cli.path({ ...ref, project: 'z', stack: 'z' })}/rename`, {
      body: { newName: name, newProject: name },
    })
    await cli.call('DELETE', `${at}?force=true`)
  })

  it('60 names beyond the limits are refused', async () => {
    const cli = world().cli()
    for (const stack of ['', 'a'.repeat(101), 'a b', 'größe', '.', '..', 'a/b'])
      expect(await outcome(cli.call('POST', '/api/stacks/organization/shop', { body: { stackName: stack } }))).toMatch(
        /^\[400\]/,
      )
  })
}
