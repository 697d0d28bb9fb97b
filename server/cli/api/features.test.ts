import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createHarness } from '#testing/consoleHarness.ts'
import { createServiceApp } from '../routes.ts'
import { ABSENT } from './absent.ts'
import { MISSING_FEATURES, missingFeatureAt } from './features.ts'

const addressed = (path: string) => path.replaceAll(/\*|:\w+/g, 'name')

describe('a feature that Holdfast does not have', () => {
  it('is named at each of its addresses, and at those below, with the status that the CLI expects', async () => {
    const { deps, token } = await createHarness()
    const app = createServiceApp(deps)
    const headers = { authorization: `token ${token}` }
    for (const { name, at } of MISSING_FEATURES) {
      for (const address of at) {
        const response = await app.request(`${addressed(address)}/more/of/it`, { headers })
        const answer = (await response.json()) as { code: number; message: string } // the server's own answer
        expect([address, response.status, answer.code]).toEqual([address, 404, 404])
        expect(answer.message).toContain(`Not Found: Holdfast has no ${name}.`)
      }
    }
  })

  it('is named when a call with a fixed answer is sent with another method', async () => {
    const { deps, token } = await createHarness()
    const path = '/api/orgs/organization/policypacks'
    const headers = { authorization: `token ${token}` }
    const response = await createServiceApp(deps).request(path, { method: 'POST', headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await response.json()).toEqual({
      code: 405,
      message: 'Method Not Allowed: Holdfast has no policy packs, groups or results.',
    })
  })

  it.each(ABSENT.map(([path]) => [path]))('is known for the fixed answer of %s', (path) => {
    expect(missingFeatureAt(addressed(path))).toBeDefined()
  })

  it('is in the table of the documents, which has no other', () => {
    const text = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
    const [, section = ''] = text.split('## Features that are not here\n')
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(2)
    expect(rows.map(([, name, at]) => ({ name, at }))).toEqual(
      MISSING_FEATURES.map(({ name, at }) => ({ name, at: at.map((each) => `\`${each}\``).join(', ') })),
    )
  })

  it.each(['/api/nothing', '/api/orgs/organization/members', '/api/escape', '/api/stacks/a/b/c/updates'])(
    'is not named at another address: %s',
    (path) => expect(missingFeatureAt(path)).toBeUndefined(),
  )
})
