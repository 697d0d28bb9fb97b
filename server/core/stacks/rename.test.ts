import { expect, it } from 'vitest'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { verify } from '#domain/state/integrity.ts'
import { testDeps, testToken } from '#testing/deps.ts'
import { createPlayer } from '#testing/replayRecording.ts'
import { STACK, testService } from '#testing/service.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { SERVER } from '../access/audit.ts'
import { renameStack } from './rename.ts'
import { importState } from './transfer.ts'
import { destinationOf, planImportOn, runImport } from '../edits/importState.ts'

const DEV = '/api/stacks/organization/webshop/dev'
const SHOP = '/api/stacks/organization/shop/production'

it('a rename right after an update keeps resources, secrets and history, and the next update changes nothing', async () => {
  const { deps } = testDeps()
  const app = createServiceApp(deps)
  const player = createPlayer({
    fetch: (url, init) => app.fetch(new Request(url, init)),
    url: 'http://test',
    token: await testToken(deps),
  })
  for (const name of [
    '01-login',
    '03-stack-init',
    '04-config-set-secret',
    '06-up-create',
    '07-up-no-change',
    '08-up-change',
  ])
    await player.play(name)
  const before = (await player.exported(DEV)).body as StateDocument
  const secrets = await player.decrypted(DEV, JSON.stringify(before))
  const ciphers = [...JSON.stringify(before).matchAll(/"ciphertext":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(ciphers.length).toBeGreaterThan(0)

  const answer = await player.send('POST', `${DEV}/rename`, { newName: 'production', newProject: 'shop' })
  expect(answer.status).toBe(200)

  const after = (await player.exported(SHOP)).body as StateDocument
  const urns = (after.deployment.resources ?? []).map(({ urn }) => urn)
  expect(urns).toHaveLength(before.deployment.resources?.length ?? 0)
  expect(urns.every((urn) => urn.startsWith('urn:pulumi:production::shop::'))).toBe(true)
  expect(urns).toContain('urn:pulumi:production::shop::pulumi:pulumi:Stack::shop-production')
  expect(JSON.stringify(after)).not.toContain('urn:pulumi:dev::webshop')
  expect(after.deployment.secrets_providers).toMatchObject({ state: { project: 'shop', stack: 'production' } })
  expect(verify(after.deployment)).toEqual([])

  const renamed = await player.decrypted(SHOP, JSON.stringify(after))
  for (const cipher of ciphers) expect(renamed(cipher)).toBe(secrets(cipher))
  expect(ciphers.map(renamed)).not.toContain(undefined)

  const { body: history } = await player.send('GET', `${SHOP}/updates`, undefined)
  expect((history as { updates: { kind: string }[] }).updates.map(({ kind }) => kind)).toEqual([
    'rename',
    'update',
    'update',
    'update',
  ])
  expect((await player.send('GET', DEV, undefined)).status).toBe(404)
  expect((await player.send('POST', `${SHOP}/rename`, { newName: 'production', newProject: 'shop' })).status).toBe(400)
})

it('an import in the console, of a stack that is renamed after it was read, is refused for the same reason', async () => {
  const { deps, cli } = await testService()
  await cli().initStack(STACK)
  const destination = await destinationOf(deps, STACK)
  await renameStack(
    deps,
    destination.stack.id,
    { newName: 'live' },
    { by: SERVER, requestId: '', toChangeRules: undefined },
  )
  const urn = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
  const text = JSON.stringify({
    version: 3,
    deployment: { resources: [{ urn, custom: false, type: 'pulumi:pulumi:Stack' }] },
  })
  const { basis } = await planImportOn(deps, destination, { text, rename: false })
  const request = {
    text,
    rename: false,
    basis,
    reason: 'Moves here',
    statement: 'Looked',
    confirm: `${STACK.org}/shop/prod`,
  }
  await expect(runImport(deps, destination, request, { by: SERVER, requestId: '' })).rejects.toMatchObject({
    refusal: { kind: 'noSuchStack' },
  })
  expect((await cli().exportState({ ...STACK, stack: 'live' })).deployment.resources).toBeUndefined()
})

it('an import whose body arrives while the stack is renamed is refused: its URNs have the former name', async () => {
  const { deps, cli } = await testService()
  await cli().initStack(STACK)
  const stack = await deps.store.read((reader) =>
    reader.stack({ org: STACK.org, project: STACK.project, name: STACK.stack }),
  )
  if (stack === undefined) throw new Error('no stack')
  await renameStack(deps, stack.id, { newName: 'live' }, { by: SERVER, requestId: '', toChangeRules: undefined })
  const urn = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
  const resources = [{ urn, custom: false, type: 'pulumi:pulumi:Stack' }]
  const text = new TextEncoder().encode(JSON.stringify({ version: 3, deployment: { resources } }))
  await expect(importState(deps, stack, text, SERVER, '')).rejects.toMatchObject({ refusal: { kind: 'noSuchStack' } })
  expect((await cli().exportState({ ...STACK, stack: 'live' })).deployment.resources).toBeUndefined()
})
