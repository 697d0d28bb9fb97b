import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDeps } from '#testing/deps.ts'
import { masterKeyFiles, readOrMakeMasterKey } from '../../adapters/masterKey.ts'
import { createCaches } from '../../caches.ts'
import type { Deps } from '../../deps.ts'
import { checkMasterKey, fingerprint } from './masterKey.ts'
import type { Store } from '../../store/port.ts'
import { type KeyPlace, rotateDataKey, rotateMasterKey } from './rotation.ts'
import { createStack } from '../stacks/stacks.ts'
import { decrypt, encrypt, fromBase64, toBase64 } from './vault.ts'
import { aStack } from '#testing/store/rows.ts'

let data = ''
beforeEach(async () => void (data = await mkdtemp(path.join(tmpdir(), 'holdfast-keys-'))))
afterEach(() => rm(data, { recursive: true }))

const STACKS = 230 // three batches

/** A service with stacks that each have a secret; the last stack is deleted. */
async function service(stacks = STACKS) {
  const masterKey = readOrMakeMasterKey(data, { mayMake: true })
  const deps: Deps = { ...testDeps().deps, masterKey }
  await checkMasterKey(deps)
  const secrets = new Map<string, string>()
  for (let n = 0; n < stacks; n++) {
    const stack = await createStack(deps, { org: 'organization', project: 'shop', name: `s${n}` })
    secrets.set(stack.id, await encrypt(deps, stack, btoa(`secret of ${n}`)))
    if (n === stacks - 1) await deps.store.write((writer) => writer.patchStack(stack.id, { deletedAt: 1 }))
  }
  /** Decrypts the secrets with a restarted server on the same directory. */
  const readAll = async () => {
    const fresh = { ...deps, masterKey: readOrMakeMasterKey(data, { mayMake: false }), caches: createCaches() }
    await checkMasterKey(fresh)
    const texts: string[] = []
    for (const [id, ciphertext] of secrets) {
      const stack = await fresh.store.read((reader) => reader.stackById(id))
      if (stack === undefined) throw new Error('a stack is missing')
      texts.push(atob(await decrypt(fresh, stack, ciphertext)))
    }
    return texts
  }
  return { deps, masterKey, readAll, expected: Array.from({ length: stacks }, (_, n) => `secret of ${n}`) }
}

class Death extends Error {}

/** The same key files, in a process that dies before or after the step with this number. */
function mortal(store: Store, keys: KeyPlace, at: number, when: 'before' | 'after') {
  let steps = 0
  const dies = (step: number, now: 'before' | 'after') => {
    if (step === at && now === when) throw new Death()
  }
  const sync =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      const step = ++steps
      dies(step, 'before')
      const result = work(...args)
      dies(step, 'after')
      return result
    }
  const apart =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const step = ++steps
      dies(step, 'before')
      const result = await work(...args)
      dies(step, 'after')
      return result
    }
  return {
    store: { ...store, read: apart(store.read.bind(store)), write: apart(store.write.bind(store)) } as Store,
    keys: {
      present: sync(() => keys.present()),
      next: sync(() => keys.next()),
      prepare: sync((key: Uint8Array) => keys.prepare(key)),
      adopt: sync(() => keys.adopt()),
    },
  }
}

describe('a rotation of the master key', () => {
  it('passes over mirrors of connected backends, which have no key of ours', async () => {
    const { deps } = await service()
    const mirror = { ...aStack({ id: 'mirror', org: 'acme-s3' }), backendId: 'backend-1', wrappedKey: '' }
    await deps.store.write((writer) => writer.insertStack(mirror))
    expect((await rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })).stacks).toBe(STACKS)
    expect((await deps.store.read((reader) => reader.stackById('mirror')))?.wrappedKey).toBe('')
  })

  it('gives every stack a new key, and keeps the former one for older backups', async () => {
    const { deps, masterKey, readAll, expected } = await service()
    const { from, to, stacks } = await rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })
    expect({ from, stacks }).toEqual({ from: fingerprint(masterKey), stacks: STACKS })
    expect(fingerprint(readOrMakeMasterKey(data, { mayMake: false }))).toBe(to)
    expect(to).not.toBe(from)
    expect(await readAll()).toEqual(expected)
    expect((await readdir(data)).toSorted()).toEqual(['master.key', `master.key.former-${from}`])
    expect((await stat(path.join(data, 'master.key'))).mode & 0o777).toBe(0o600)
    const former = await readFile(path.join(data, `master.key.former-${from}`), 'utf8')
    expect(former.trim()).toBe(Buffer.from(masterKey).toString('hex'))
    await expect(checkMasterKey({ ...deps, masterKey })).rejects.toThrow(`this database needs ${to}`)
    const [audited] = await deps.store.read((reader) => reader.audit({ limit: 1 }))
    expect(audited).toMatchObject({ action: 'keys.rotate', detail: expect.stringContaining(`from ${from} to ${to}`) })
  })

  it.each(['before', 'after'] as const)(
    'continues when it is run again after it was killed %s one of its steps',
    async (when) => {
      let deaths = 0
      for (let at = 1; ; at++) {
        await rm(data, { recursive: true })
        data = await mkdtemp(path.join(tmpdir(), 'holdfast-keys-'))
        const { deps, readAll, expected } = await service(101) // two batches
        const files = masterKeyFiles(data)
        const died = await rotateMasterKey({ ...deps, ...mortal(deps.store, files, at, when) }).then(
          () => false,
          (error: unknown) => error instanceof Death,
        )
        if (!died) break
        deaths += 1
        await rotateMasterKey({ ...deps, keys: files })
        expect(await readAll()).toEqual(expected)
      }
      expect(deaths).toBeGreaterThanOrEqual(10)
    },
  )

  it('prevents a server without the new key from starting until it is finished', async () => {
    const { deps, masterKey } = await service(1)
    const next = new Uint8Array(32).fill(9)
    await deps.store.write((writer) => writer.setMeta('nextMasterKeyFingerprint', fingerprint(next)))
    await expect(checkMasterKey({ ...deps, masterKey })).rejects.toThrow('was started and not finished')
    await expect(rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })).rejects.toThrow(
      'restore the file master.key.next',
    )
  })

  it('does not start with a key that does not decrypt every stack', async () => {
    const { deps } = await service(3)
    const [stack] = await deps.store.read((reader) => reader.stacks({}))
    await deps.store.write((writer) => writer.patchStack(stack?.id ?? '', { wrappedKey: btoa('damaged') }))
    await expect(rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })).rejects.toThrow('does not open the data key')
    expect(await readdir(data)).toEqual(['master.key'])
    await checkMasterKey(deps)
  })

  it('accepts keys as the first release wrote them, without a fingerprint', async () => {
    const { deps, readAll, expected } = await service(2)
    for (const { id, wrappedKey } of await deps.store.read((reader) => reader.stacks({ includeDeleted: true }))) {
      const [, bare = ''] = wrappedKey.split(':')
      await deps.store.write((writer) => writer.patchStack(id, { wrappedKey: bare }))
    }
    expect(await readAll()).toEqual(expected)
    await rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })
    expect(await readAll()).toEqual(expected)
  })
})

describe('a new data key of a stack', () => {
  const NAME = { org: 'organization', project: 'shop', name: 's0' }
  const stackOf = async (deps: Deps) => {
    const stack = await deps.store.read((reader) => reader.stack(NAME))
    if (stack === undefined) throw new Error('the stack is missing')
    return stack
  }

  it('encrypts new values; older values stay readable, also after a new master key', async () => {
    const { deps } = await service(2)
    const old = await encrypt(deps, await stackOf(deps), btoa('old'))
    expect(await rotateDataKey(deps, NAME)).toEqual({ version: 2 })
    const fresh = await encrypt(deps, await stackOf(deps), btoa('new'))
    expect([fromBase64(old)[0], ...fromBase64(fresh).slice(0, 2)]).toEqual([1, 2, 2])
    await rotateMasterKey({ ...deps, keys: masterKeyFiles(data) })
    const after = { ...deps, masterKey: readOrMakeMasterKey(data, { mayMake: false }), caches: createCaches() }
    const stack = await stackOf(after)
    expect([atob(await decrypt(after, stack, old)), atob(await decrypt(after, stack, fresh))]).toEqual(['old', 'new'])
  })

  it('does not decrypt a ciphertext that names another key', async () => {
    const { deps } = await service(2)
    await rotateDataKey(deps, NAME)
    await rotateDataKey(deps, NAME)
    const bytes = fromBase64(await encrypt(deps, await stackOf(deps), btoa('new')))
    expect(bytes[1]).toBe(3)
    for (const version of [0, 1, 2, 4]) {
      bytes[1] = version
      const refused = decrypt(deps, await stackOf(deps), toBase64(bytes))
      await expect(refused).rejects.toMatchObject({ refusal: { kind: 'foreignCiphertext' } })
    }
  })

  it('is refused for an unknown stack', async () => {
    const { deps } = await service(2)
    await expect(rotateDataKey(deps, { ...NAME, name: 's9' })).rejects.toThrow('There is no such stack.')
  })
})
