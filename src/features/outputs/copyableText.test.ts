import { expect, it } from 'vitest'
import { copyableText } from './copyableText.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }

it('copies a text unchanged and anything else as JSON', () => {
  expect(copyableText('https://x.example')).toBe('https://x.example')
  expect(copyableText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
})

it('copies nothing that contains a secret, at any depth', () => {
  expect(copyableText(SECRET)).toBeUndefined()
  expect(copyableText({ list: [{ password: SECRET }] })).toBeUndefined()
})
