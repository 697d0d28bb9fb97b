import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backendOfArgument, backendOfCli, readBackendsFile } from './wanted.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'holdfast-backends-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const written = (text: string, name = 'backends.yaml') => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('the file of backends', () => {
  it('is YAML, with defaults, and with folders relative to it', () => {
    const file = written(
      'backends:\n- name: acme-s3\n  address: s3://acme-state?region=eu-central-1\n  seenBy: everyone\n- {name: team, address: file://states}\n',
    )
    const address = `file://${path.join(folder, 'states')}`
    expect(readBackendsFile(file, {})).toEqual([
      {
        name: 'acme-s3',
        kind: 's3',
        address: 's3://acme-state?region=eu-central-1',
        shown: 's3://acme-state?region=eu-central-1',
        seenBy: 'everyone',
        keepsCopies: true,
      },
      {
        name: 'team',
        kind: 'folder',
        address: 'file://states',
        shown: address,
        seenBy: 'administrators',
        keepsCopies: true,
      },
    ])
  })

  it('is JSON as well, and may contain a password, which is not shown', () => {
    const address = 'postgres://ada:hunter2@db.example.org/states'
    const file = written(
      JSON.stringify({ backends: [{ name: 'acme-pg', address, keepsCopies: false }] }),
      'backends.json',
    )
    const [backend] = readBackendsFile(file, {})
    expect(backend).toMatchObject({ address, keepsCopies: false })
    expect(backend?.shown).not.toContain('hunter2')
  })

  it.each([
    ['missing', undefined, /cannot be read/],
    ['neither YAML nor JSON', 'backends: [', /neither YAML nor JSON/],
    ['of another shape', 'buckets: []', /is invalid at backends: /],
    [
      'with an unknown field',
      'backends: [{name: a-b, address: s3://b, region: x}]',
      /is invalid at backends\.0.*region/,
    ],
    ['with an address that is none', 'backends: [{name: acme, address: ftp://x}]', /acme with an invalid address/],
    ['with one name twice', 'backends: [{name: acme, address: s3://b}, {name: acme, address: s3://c}]', /two .* acme/],
  ])('is refused with what is wrong: %s', (_, text, message) => {
    const file = text === undefined ? path.join(folder, 'none.yaml') : written(text)
    expect(() => readBackendsFile(file, {})).toThrow(message)
    expect(() => readBackendsFile(file, {})).toThrow(/^HOLDFAST_BACKENDS: .*\.$/)
  })

  it('is refused without the password of an address, or of a line that cannot be parsed', () => {
    const address = 'postgres://ada:hunter2@db.example.org/holdfast'
    const own = { database: address }
    for (const text of [
      `backends: [{name: acme, address: "${address}"}]`,
      `backends: [{name: acme, address: "${address}`,
    ]) {
      const file = written(text)
      expect(() => readBackendsFile(file, own)).toThrow(/^(?!.*hunter2)HOLDFAST_BACKENDS/)
    }
  })
})

describe('the argument of npm start', () => {
  const of = (argument: string) =>
    backendOfArgument(argument, { cwd: folder, own: { folder: path.join(folder, 'data') } })

  it.each([
    ['s3://acme-state', 's3://acme-state', 'acme-state'],
    ['gs://acme.state/team-a', 'gs://acme.state/team-a', 'acme-state'],
    ['azblob://ab?storage_account=acme', 'azblob://ab?storage_account=acme', 'backend-ab'],
    ['postgres://ada@db.example.org/pulumi', 'postgres://ada@db.example.org/pulumi', 'pulumi'],
    ['file:///My%20Data/states', 'file:///My%20Data/states', 'states'],
    ['file:///home[x]/y/team', 'file:///home%5Bx%5D/y/team', 'team'],
    ['file:///1234', 'file:///1234', '1234'],
    [`file:///${'a'.repeat(39)}.b`, `file:///${'a'.repeat(39)}.b`, 'a'.repeat(39)],
    ['file://C:\\Users\\ada\\states', expect.stringMatching(/^file:/), 'states'],
  ])('is an address: %s', (argument, shown, name) => {
    expect(of(argument)).toMatchObject({ shown, name, seenBy: 'administrators' })
  })

  it.each([
    ['states', 'states', 'states'],
    ['./states/.pulumi', 'states', 'states'],
    ['a folder of ours', 'a folder of ours', 'a-folder-of-ours'],
  ])('is a folder, relative to where npm was called: %s', (argument, at, name) => {
    const { shown, name: given } = of(argument)
    expect(decodeURI(shown)).toBe(`file://${path.join(folder, at)}`)
    expect(given).toBe(name)
  })

  it('is a folder of the own home directory', () => {
    expect(of('~').shown).toBe(`file://${homedir()}`)
  })

  it.each(['ftp://x', 'https://api.pulumi.com', './data', 's3://'])('is refused with a sentence: %s', (argument) => {
    expect(() => of(argument)).toThrow(/\.$/)
  })
})

describe('the backend of the pulumi CLI', () => {
  const loggedInTo = (current: unknown) => {
    written(JSON.stringify({ current, accessTokens: { 's3://acme': '' } }), 'credentials.json')
    return backendOfCli({ PULUMI_HOME: folder })
  }
  it('is the current entry of its credentials', () => {
    expect(loggedInTo('s3://acme')).toBe('s3://acme')
    expect(loggedInTo('file://~')).toBe('file://~')
  })
  it('is none for a service, a damaged file, or no login', () => {
    expect(loggedInTo('https://api.pulumi.com')).toBeUndefined()
    expect(loggedInTo(7)).toBeUndefined()
    written('{', 'credentials.json')
    expect(backendOfCli({ PULUMI_HOME: folder })).toBeUndefined()
    expect(backendOfCli({ PULUMI_HOME: path.join(folder, 'none') })).toBeUndefined()
  })
  it('is first what the environment says', () => {
    loggedInTo('s3://acme')
    expect(backendOfCli({ PULUMI_HOME: folder, PULUMI_BACKEND_URL: 'gs://other' })).toBe('gs://other')
    expect(backendOfCli({ PULUMI_HOME: folder, PULUMI_BACKEND_URL: 'http://localhost:8080' })).toBeUndefined()
  })
})
