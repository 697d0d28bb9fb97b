import { expect, it } from 'vitest'
import { createHarness } from '#testing/consoleHarness.ts'
import { CreatedToken } from '#contract/session.ts'
import { createServiceApp } from '../routes.ts'

it.each([
  'updates',
  'updates/latest',
  'updates/1',
  'updates/1/timeline',

  'updates?output-type=service',
])(
  'configuration marked as secret is masked for callers who may not decrypt, also when it was sent in plain text: %s',
  async (path) => {
    const harness = await createHarness()
    await harness.cli.createStack('acme/shop/prod')
    const config = {
      'shop:password': { string: 'hunter2', secret: true, object: false },
      'shop:region': { string: 'eu-west-1', secret: false, object: false },
    }
    await (await harness.cli.start('acme/shop/prod', { config })).complete('succeeded')
    const preview = await harness.cli.start('acme/shop/prod', { config, dryRun: true })
    await preview.complete('succeeded')
    const app = createServiceApp(harness.deps)
    const read = async (scope: 'read' | 'preview') => {
      const body = { name: scope, scope }
      const { value } = CreatedToken.parse(await (await harness.call('POST', '/tokens', { body })).json())
      const headers = { authorization: `token ${value}` }
      return (await app.request(`/api/stacks/acme/shop/prod/${path}`, { headers })).text()
    }
    const sealed = await read('read')
    expect(sealed).not.toContain('hunter2')
    expect(sealed).toContain('[secret]')
    expect(sealed).toContain('eu-west-1')
    expect(await read('preview')).toContain('hunter2')
  },
)
