import { describe, expect, it } from 'vitest'
import { aBackend, aSession, aToken, aUser, type CurrentBench } from './rows.ts'

export function peopleSuite(bench: CurrentBench): void {
  describe('users', () => {
    it('are found by login and by id, and listed by login', async () => {
      const { store } = bench()
      const [zoe, bob] = [aUser({ id: 'z', login: 'zoe' }), aUser({ id: 'b', login: 'bob', role: 'reader' })]
      await store.write(async (writer) => {
        await writer.insertUser(zoe)
        await writer.insertUser(bob)
      })
      await store.read(async (reader) => {
        expect(await reader.userByLogin('zoe')).toEqual({ ...zoe, closedOrgs: [] })
        expect(await reader.userById('b')).toEqual({ ...bob, closedOrgs: [] })
        expect(await reader.userById('zoe')).toBeUndefined()
        expect(await reader.users()).toEqual([bob, zoe].map((user) => ({ ...user, closedOrgs: [] })))
      })
    })

    it('are read with the organizations of backends that only administrators see', async () => {
      const { store } = bench()
      const closed = (id: string) => aBackend({ id, org: id, seenBy: 'administrators' })
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        for (const row of [closed('hush'), closed('hush-2'), aBackend({ id: 'open', org: 'open' })])
          await writer.insertBackend(row)
      })
      await store.read(async (reader) => {
        const found = [await reader.userById('user-1'), await reader.userByLogin('admin'), ...(await reader.users())]
        const both = ['hush', 'hush-2']
        expect(found.map((user) => user?.closedOrgs.toSorted())).toEqual([both, both, both])
      })
      await store.write((writer) => writer.patchBackend('hush', { seenBy: 'everyone' }))
      expect((await store.read((reader) => reader.userById('user-1')))?.closedOrgs).toEqual(['hush-2'])
    })

    it('are refused when the ID or the login exists', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertUser(aUser()))
      const again = (row: object) => store.write((writer) => writer.insertUser(aUser(row)))
      await expect(again({ login: 'other' })).rejects.toThrow(Error)
      await expect(again({ id: 'other' })).rejects.toThrow(Error)
    })
  })

  describe('changed users', () => {
    it('keep unmentioned fields, and are still found when removed', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.patchUser('user-1', { role: 'reader', roles: { acme: 'operator' }, removedAt: 7 })
        await writer.patchUser('user-1', { name: 'Ada' })
      })
      const row = aUser({ name: 'Ada', role: 'reader', roles: { acme: 'operator' }, removedAt: 7 })
      const changed = { ...row, closedOrgs: [] }
      expect(await store.read((reader) => reader.users())).toEqual([changed])
      expect(await store.read((reader) => reader.userByLogin('admin'))).toEqual(changed)
      await expect(store.write((writer) => writer.patchUser('nobody', { name: 'x' }))).rejects.toThrow(Error)
    })
  })

  describe('tokens', () => {
    it('are found by hash until they are revoked, and listed newest first', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertToken(aToken({ id: 'old', hash: 'a', createdAt: 1 }))
        await writer.insertToken(aToken({ id: 'new', hash: 'b', createdAt: 3 }))
        await writer.insertToken(aToken({ id: 'newer', hash: 'c', createdAt: 3 }))
        await writer.insertToken(aToken({ id: 'lost', hash: 'd', createdAt: 2 }))
        await writer.patchToken('lost', { revokedAt: 9 })
        await writer.patchToken('old', { lastUsedAt: 8, name: 'renamed' })
      })
      await store.read(async (reader) => {
        expect((await reader.tokens('user-1')).map(({ id }) => id)).toEqual(['newer', 'new', 'old'])
        expect(await reader.tokens('somebody')).toEqual([])
        expect(await reader.tokenByHash('a')).toEqual(
          aToken({ id: 'old', hash: 'a', createdAt: 1, lastUsedAt: 8, name: 'renamed' }),
        )
        expect(await reader.tokenByHash('d')).toBeUndefined()
        expect((await reader.tokenById('lost'))?.revokedAt).toBe(9)
        expect(await reader.tokenById('nobody')).toBeUndefined()
      })
    })

    it('may be created again with the same hash once revoked', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertToken(aToken({ id: 'old' }))
        await writer.patchToken('old', { revokedAt: 9 })
        await writer.insertToken(aToken({ id: 'again' }))
      })
      expect((await store.read((reader) => reader.tokenByHash('hash-of-token-1')))?.id).toBe('again')
    })

    it('are found by their parent token, newest first, until they are revoked', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        for (const [id, parentId, createdAt] of [
          ['root', null, 1],
          ['first', 'root', 2],
          ['second', 'root', 2],
          ['lost', 'root', 3],
          ['deeper', 'first', 4],
        ] as const)
          await writer.insertToken(aToken({ id, hash: id, parentId, sessionId: parentId && 'session-1', createdAt }))
        await writer.patchToken('lost', { revokedAt: 9 })
      })
      await store.read(async (reader) => {
        expect((await reader.childTokens('root')).map(({ id }) => id)).toEqual(['second', 'first'])
        expect(await reader.childTokens('deeper')).toEqual([])
        expect(await reader.tokenById('deeper')).toMatchObject({ parentId: 'first', sessionId: 'session-1' })
      })
    })

    it('require an existing user, and an existing parent token', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.insertToken(aToken()))).rejects.toThrow(Error)
      await expect(store.write((writer) => writer.patchToken('nobody', { revokedAt: 1 }))).rejects.toThrow(Error)
    })
  })

  describe('changes of credentials', () => {
    const change = { userId: 'user-1', at: 1, login: 'admin', address: null, byId: null }
    const revoked = (name: string) => ({ what: 'token-revoked', name, endedWith: null }) as const

    it('are listed newest first and counted, without those of the asking session, until they are marked as seen', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertUser(aUser({ id: 'user-2', login: 'bob' }))
        for (const [name, row] of [
          ['a', {}],
          ['b', { byId: 'session-1' }],
          ['c', { byId: 'session-2', address: '10.0.0.1' }],
          ['d', { userId: 'user-2' }],
          ['e', {}],
        ] as const)
          await writer.appendCredentialChange({ ...change, ...row, action: revoked(name) })
      })
      const read = async (userId: string, notBy: string, limit = 10) => {
        const { rows, total } = await store.read((reader) => reader.credentialChanges({ userId, notBy, limit }))
        return { names: rows.map(({ action }) => ('name' in action ? action.name : '')), total, rows }
      }
      expect(await read('user-1', 'session-1')).toMatchObject({ names: ['e', 'c', 'a'], total: 3 })
      expect(await read('user-1', '')).toMatchObject({ names: ['e', 'c', 'b', 'a'], total: 4 })
      expect(await read('user-2', 'session-1')).toMatchObject({ names: ['d'], total: 1 })
      const { names, total, rows } = await read('user-1', 'session-1', 2)
      expect({ names, total }).toEqual({ names: ['e', 'c'], total: 3 })
      const third = { ...change, byId: 'session-2', address: '10.0.0.1', action: revoked('c'), seenAt: null }
      expect(rows[1]).toEqual({ ...third, id: rows[1]?.id })
      const upTo = rows[1]?.id ?? 0
      const mark = { userId: 'user-1', notBy: 'session-1', upTo, seenAt: 9 }
      await store.write((writer) => writer.markCredentialChanges(mark))
      expect(await read('user-1', 'session-1')).toMatchObject({ names: ['e'], total: 1 })
      expect(await read('user-1', 'session-2')).toMatchObject({ names: ['e', 'b'], total: 2 })
      expect(await read('user-2', '')).toMatchObject({ names: ['d'], total: 1 })
    })

    it('require an existing user', async () => {
      const { store } = bench()
      const append = store.write((writer) => writer.appendCredentialChange({ ...change, action: revoked('a') }))
      await expect(append).rejects.toThrow(Error)
    })
  })

  describe('sessions', () => {
    it('are found by hash until they are deleted', async () => {
      const { store } = bench()
      const session = aSession({ hash: 'h' })
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertSession(session)
      })
      expect(await store.read((reader) => reader.sessionByHash('h'))).toEqual(session)
      await store.write((writer) => writer.deleteSession('h'))
      expect(await store.read((reader) => reader.sessionByHash('h'))).toBeUndefined()
      await store.write((writer) => writer.deleteSession('h'))
    })

    it('record their use, and are listed last used first, of a user or of a token', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertUser(aUser({ id: 'user-2', login: 'bob' }))
        await writer.insertSession(aSession({ hash: 'a', id: 'a', tokenId: 'token-1', lastUsedAt: 1 }))
        await writer.insertSession(aSession({ hash: 'b', id: 'b', lastUsedAt: 2 }))
        await writer.insertSession(
          aSession({ hash: 'c', id: 'c', userId: 'user-2', tokenId: 'token-1', lastUsedAt: 3 }),
        )
        await writer.useSession('a', 7)
        await writer.useSession('gone', 7)
      })
      await store.read(async (reader) => {
        const idsOf = async (of: { userId: string } | { tokenId: string }) =>
          (await reader.sessions(of)).map(({ id, lastUsedAt }) => [id, lastUsedAt])
        expect(await idsOf({ userId: 'user-1' })).toEqual([
          ['a', 7],
          ['b', 2],
        ])
        expect(await idsOf({ tokenId: 'token-1' })).toEqual([
          ['a', 7],
          ['c', 3],
        ])
        expect(await reader.sessionByHash('gone')).toBeUndefined()
      })
    })

    it('are deleted by start time and by last use', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        for (const [hash, createdAt, lastUsedAt] of [
          ['old', 10, 99],
          ['idle', 11, 20],
          ['kept', 11, 21],
        ] as const)
          await writer.insertSession(aSession({ hash, id: hash, createdAt, lastUsedAt }))
        await writer.dropSessions({ begunBy: 10, usedBy: 20 })
      })
      const left = await store.read((reader) => reader.sessions({ userId: 'user-1' }))
      expect(left.map(({ id }) => id)).toEqual(['kept'])
    })
  })

  describe('sessions of one user or one token', () => {
    it('end together, and no others with them', async () => {
      const { store } = bench()
      const begin = (hash: string, userId: string, tokenId: string | null) =>
        aSession({ hash, id: hash, userId, tokenId })
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertUser(aUser({ id: 'user-2', login: 'bob' }))
        await writer.insertSession(begin('a', 'user-1', 'token-1'))
        await writer.insertSession(begin('b', 'user-1', null))
        await writer.insertSession(begin('c', 'user-2', null))
      })
      const left = () =>
        store.read(async (reader) => {
          const found = await Promise.all(['a', 'b', 'c'].map((hash) => reader.sessionByHash(hash)))
          return found.flatMap((session) => session?.hash ?? [])
        })
      await store.write((writer) => writer.deleteSessions({ tokenId: 'token-1' }))
      expect(await left()).toEqual(['b', 'c'])
      await store.write((writer) => writer.deleteSessions({ userId: 'user-1' }))
      expect(await left()).toEqual(['c'])
    })
  })

  describe('one-time codes', () => {
    const code = { hash: 'h', userId: 'user-1', tokenId: 'token-1', expiresAt: 1_000, usedAt: null }

    it('work once, with any number of simultaneous attempts', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertCode(code)
      })
      const tries = Array.from({ length: 20 }, () => store.write((writer) => writer.useCode('h', 999)))
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
      expect(await store.read((reader) => reader.codeByHash('h'))).toEqual({ ...code, usedAt: 999 })
    })

    it('are deleted with those of their user', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertUser(aUser({ id: 'user-2', login: 'bob' }))
        await writer.insertCode(code)
        await writer.insertCode({ ...code, hash: 'i', userId: 'user-2' })
        await writer.deleteCodes('user-1')
        expect(await writer.useCode('h', 999)).toBe(false)
        expect(await writer.useCode('i', 999)).toBe(true)
      })
    })

    it('are deleted once they were used or have expired', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        for (const [hash, expiresAt] of [
          ['used', 1_000],
          ['expired', 500],
          ['kept', 501],
        ] as const)
          await writer.insertCode({ ...code, hash, expiresAt })
        await writer.useCode('used', 100)
        await writer.dropCodes(500)
      })
      await store.read(async (reader) => {
        const found = await Promise.all(['used', 'expired', 'kept'].map((hash) => reader.codeByHash(hash)))
        expect(found.map((row) => row?.hash)).toEqual([undefined, undefined, 'kept'])
      })
    })

    it('do not work when expired or unknown', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertCode(code)
        expect(await writer.useCode('h', 1_000)).toBe(false)
        expect(await writer.useCode('unknown', 1)).toBe(false)
        expect(await writer.useCode('h', 999)).toBe(true)
      })
    })
  })
}
