import { expect, it } from 'vitest'
import { folderOf, isTemporary, keyOf, pathOf } from './fileNames.ts'

// What the library of the CLI writes on Linux and macOS.
it.skipIf(process.platform === 'win32').each([
  ['.pulumi/stacks/p/s.json', '.pulumi/stacks/p/s.json'],
  ['a\nb', 'a__0xa__b'],
  ['a\0b', 'a__0x0__b'],
  ['../a', '..__0x2f__a'],
  ['a/../../b', 'a/..__0x2f__..__0x2f__b'],
  ['a//b', 'a/__0x2f__b'],
  ['a/', 'a__0x2f__'],
  ['a__0x2f__b', 'a__0x5f___0x2f__b'],
  ['a__0xzz__b', 'a__0xzz__b'],
  ['é/名前', 'é/名前'],
])('%j is the file %s', (key, file) => {
  expect(pathOf(key)).toBe(file)
  expect(keyOf(file)).toBe(key)
})

it.each(['', '.', '..', 'a/..', './a', 'a/./b', '/a'])('no file has the key %j', (key) => {
  expect(pathOf(key)).toBeUndefined()
})

it.each([
  ['', ''],
  ['.pulumi/stacks/', '.pulumi/stacks'],
  ['.pulumi/stacks/pro', '.pulumi/stacks'],
  ['.pulumi//a/', '.pulumi'],
  ['../a/', ''],
  ['a\n/b/', ''],
])('keys that begin with %j are in the folder %j', (prefix, folder) => {
  expect(folderOf(prefix)).toBe(folder)
})

it.each([
  ['prod.json.187c0d3e5a1b2c3d.tmp', true],
  ['prod.json', false],
  ['notes.tmp', false],
  ['prod.tmp.json', false],
])('%s is temporary: %s', (name, expected) => {
  expect(isTemporary(name)).toBe(expected)
})
