import { expect, it, vi } from 'vitest'
import { testDeps } from '#testing/deps.ts'
import { createStack } from '../stacks/stacks.ts'
import { decrypt, encrypt, fromBase64, toBase64 } from './vault.ts'
import { DomainError } from '../../errors.ts'

const service = async () => {
  const { deps } = testDeps()
  return { deps, stack: await createStack(deps, { org: 'organization', project: 'shop', name: 'prod' }) }
}

it('the same secret gives another ciphertext each time: every nonce is 12 fresh random bytes', async () => {
  const { deps, stack } = await service()
  const drawn: string[] = []
  const { randomBytes } = deps
  deps.randomBytes = (count) => {
    const bytes = randomBytes(count)
    drawn.push(toBase64(bytes))
    return bytes
  }
  const ciphertexts: Uint8Array[] = []
  for (let n = 0; n < 200; n++) ciphertexts.push(fromBase64(await encrypt(deps, stack, btoa('hunter2'))))
  expect(ciphertexts.map((whole) => toBase64(whole.slice(1, 13)))).toEqual(drawn)
  expect(new Set(drawn).size).toBe(200)
})

const refusalIn = (error: unknown) => (error instanceof DomainError ? error.refusal.kind : error)

it('a ciphertext with any bit changed is refused in the same way, whichever part it was in', async () => {
  const { deps, stack } = await service()
  const whole = fromBase64(await encrypt(deps, stack, btoa('hunter2')))
  const answers = new Set<unknown>()
  for (let at = 0; at < whole.length; at++) {
    const damaged = whole.slice()
    damaged[at] = (damaged[at] ?? 0) ^ 1
    answers.add(await decrypt(deps, stack, toBase64(damaged)).catch(refusalIn))
  }
  expect([...answers]).toEqual(['foreignCiphertext'])
})

it('keys are imported as non-extractable, and the bytes of a data key are overwritten', async () => {
  const { deps, stack } = await service()
  const handed: { bytes: Uint8Array; extractable: unknown }[] = []
  const { importKey } = crypto.subtle
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...given: unknown[]) => {
    handed.push({ bytes: given[1] as Uint8Array, extractable: given[3] })
    return (importKey as (...all: unknown[]) => Promise<CryptoKey>).apply(crypto.subtle, given)
  })
  await encrypt(deps, stack, btoa('hunter2'))
  expect(handed.map(({ extractable }) => extractable)).toEqual([false, false])
  const [master, data] = handed.map(({ bytes }) => bytes)
  expect(master).toBe(deps.masterKey)
  expect(data).toEqual(new Uint8Array(32))
})
