import { expect, it } from 'vitest'
import { decrypterOf } from './passphrase.ts'

// Written by the CLI 3.260 with the passphrase `correct horse`.
const SALT = 'v1:BPU5U1r7GmU=:v1:DxlZ7LzqtMCF3GtB:gSSdI624s6tTfrzN6wvkKcFu3mGEtA=='
const CIPHERTEXT = 'v1:FSFvPu/AQHhmWozn:r6ufs1Rgg3DKosMjWvlSwDa4IZaJpBIeFWo8'

it('decrypts what the CLI encrypted with the passphrase', async () => {
  const decrypt = await decrypterOf(SALT, 'correct horse')
  expect(await decrypt?.(CIPHERTEXT)).toBe('hunter2 ✓')
})

it.each([
  ['another passphrase', SALT, 'wrong horse'],
  ['no passphrase', SALT, ''],
  ['a salt that is cut', SALT.slice(0, -8), 'correct horse'],
  ['a salt of another version', SALT.replace('v1', 'v2'), 'correct horse'],
  ['a salt that is not base64', 'v1:*:v1:*:*', 'correct horse'],
])('does not decrypt with %s', async (_, salt, passphrase) => {
  expect(await decrypterOf(salt, passphrase)).toBeNull()
})

it('rejects a ciphertext of another stack, and one of a service', async () => {
  const decrypt = await decrypterOf(SALT, 'correct horse')
  await expect(decrypt?.('v1:FSFvPu/AQHhmWozn:AAufs1Rgg3DKosMjWvlSwDa4IZaJpBIeFWo8')).rejects.toThrow(
    /operation failed/i,
  )
  await expect(decrypt?.('AAABAKNy')).rejects.toThrow('not encrypted with a passphrase')
})
