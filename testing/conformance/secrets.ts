import { expect, it } from 'vitest'
import { outcome, type World } from '#testing/protocolWorld.ts'
import { AT, base64, bucket, secretOf, STACK } from './samples.ts'

type Ciphertexts = { ciphertexts: string[] }
type Plaintexts = { plaintexts: Record<string, string> }

/** The largest number of values that a client sends in one call (docs/protocol.md, Secrets). */
const BATCH = 1000

/** Points 17 to 20. */
export function secretPoints(world: () => World): void {
  it('17 config set --secret and config get round-trip text, any bytes and a megabyte', async () => {
    const cli = await world().stack()
    const everyByte = btoa(String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)))
    const megabyte = btoa('0123456789abcdef'.repeat(65_536))
    for (const plaintext of [base64('v'), base64('größe 日本'), everyByte, megabyte, '']) {
      const { ciphertext } = await cli.call<{ ciphertext: string }>('POST', `${AT}/encrypt`, { body: { plaintext } })
      expect(ciphertext).not.toContain(plaintext || 'nothing at all')
      expect(await cli.call('POST', `${AT}/decrypt`, { body: { ciphertext } })).toEqual({ plaintext })
      const many = { body: { ciphertexts: [ciphertext] }, gzip: true }
      expect(await cli.call('POST', `${AT}/batch-decrypt`, many)).toEqual({ plaintexts: { [ciphertext]: plaintext } })
    }
    expect(await outcome(cli.call('POST', `${AT}/decrypt/log-decryption`, { body: { secretName: 'k' } }))).toBe('ok')
  })

  it('18 config with 1,001 secrets works with batch-encrypt and without', async () => {
    const cli = await world().stack()
    const values = Array.from({ length: 1001 }, (_, index) => base64(`secret ${index % 990}`))
    const batched: string[] = []
    for (let from = 0; from < values.length; from += BATCH) {
      const body = { plaintexts: values.slice(from, from + BATCH) }
      batched.push(...(await cli.call<Ciphertexts>('POST', `${AT}/batch-encrypt`, { body, gzip: true })).ciphertexts)
    }
    const single: string[] = []
    for (const plaintext of values) {
      single.push((await cli.call<{ ciphertext: string }>('POST', `${AT}/encrypt`, { body: { plaintext } })).ciphertext)
    }
    for (const ciphertexts of [batched, single]) {
      const shown: string[] = []
      for (let from = 0; from < ciphertexts.length; from += BATCH) {
        const asked = ciphertexts.slice(from, from + BATCH)
        const body = { ciphertexts: [...asked, asked[0]] } // requested twice, reported once
        const { plaintexts } = await cli.call<Plaintexts>('POST', `${AT}/batch-decrypt`, { body, gzip: true })
        expect(Object.keys(plaintexts)).toHaveLength(asked.length)
        shown.push(...asked.map((ciphertext) => plaintexts[ciphertext] ?? 'missing'))
      }
      expect(shown).toEqual(values)
    }
    expect(await cli.call('POST', `${AT}/batch-encrypt`, { body: { plaintexts: null } })).toEqual({ ciphertexts: [] })
  })

  it('19 a secret output: the export holds ciphertext, which the stack’s provider decrypts, and every decryption is logged', async () => {
    const { deps, lines } = world()
    const cli = await world().stack()
    const ciphertext = await cli.encrypt(STACK, 'hunter2')
    const run = await cli.start(STACK)
    await run.secretsManager({
      type: 'service',
      state: { owner: STACK.org, project: STACK.project, stack: STACK.stack },
    })
    await run.does('creating', { ...bucket('one'), outputs: { password: secretOf(ciphertext) } })
    await run.complete()
    const state = await cli.exportState(STACK)
    expect(state.deployment.resources?.[0]?.outputs).toMatchObject({ password: secretOf(ciphertext) })
    expect(JSON.stringify(state)).not.toContain('hunter2')
    const { plaintexts } = await cli.call<Plaintexts>('POST', `${AT}/batch-decrypt`, {
      body: { ciphertexts: [ciphertext] },
    })
    expect(plaintexts[ciphertext]).toBe(btoa('"hunter2"'))
    const audit = await deps.store.read((reader) => reader.audit({ limit: 10 }))
    expect(audit.filter(({ action }) => action === 'secrets.decrypt')).toMatchObject([{ login: 'admin' }])
    expect(JSON.stringify([audit, lines])).not.toContain('hunter2')
  })

  it('20 a ciphertext of another stack, or a damaged one, is refused', async () => {
    const cli = await world().stack()
    const other = { ...STACK, stack: 'other' }
    await cli.initStack(other)
    const mine = await cli.encrypt(STACK, 'hunter2')
    const damaged = `${mine.slice(0, -6)}${mine.slice(-6) === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'}`
    const at = cli.path(other)
    expect(await outcome(cli.call('POST', `${at}/decrypt`, { body: { ciphertext: mine } }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.call('POST', `${at}/batch-decrypt`, { body: { ciphertexts: [mine] } }))).toMatch(
      /^\[400\]/,
    )
    expect(await outcome(cli.call('POST', `${AT}/decrypt`, { body: { ciphertext: damaged } }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.call('POST', `${AT}x/encrypt`, { body: { plaintext: '' } }))).toMatch(/^\[404\]/)
  })
}
