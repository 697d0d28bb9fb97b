import Database from 'better-sqlite3'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { checkpoint, stateKey } from '#testing/backends/mirrorWorld.ts'
import type { KeptElsewhere } from '#contract/backends.ts'
import { createOpenedApi } from './openedApi.ts'

const fileOf = (path: string, text: string | Uint8Array<ArrayBuffer>) => [
  { path, file: new File([text], path.split('/').at(-1) ?? '') },
]
const STACK = fileOf(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))

describe('opened files', () => {
  it('keep no database of files that are not shown any more', async () => {
    const closed = vi.spyOn(Database.prototype, 'close')
    const api = createOpenedApi()
    const { stacks } = await api.open(STACK, 0)
    expect(stacks).toEqual([{ project: 'shop', stack: 'prod' }])
    expect(closed).not.toHaveBeenCalled()
    await expect(api.open(fileOf('.pulumi/history/x', ''), 0)).rejects.toThrow('There is no stack in it.')
    expect(closed).toHaveBeenCalledTimes(1)
    await api.open(STACK, 0)
    expect(closed).toHaveBeenCalledTimes(2)
    const page = await api.answer({ method: 'GET', path: '/api/ui/stacks', headers: {} })
    expect(page.status).toBe(200)
  })

  it('that a browser cannot unpack say how to', async () => {
    const api = createOpenedApi()
    const packed = new Uint8Array(zstdCompressSync(checkpoint('shop/prod', ['a'])))
    await api.open(fileOf(stateKey('shop/prod', '.zst'), packed), 0)
    const path = '/api/ui/stacks/this-browser/shop/prod'
    const { body } = await api.answer({ method: 'GET', path, headers: {} })
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({
      elsewhere: { stateProblem: expect.stringContaining('zstd -d --rm prod.json.zst') as string },
    })
  })

  it('whose history is packed with zstd say which entries are missing for it', async () => {
    const api = createOpenedApi()
    const key = '.pulumi/history/shop/prod/prod-1767258000000000000.history.json.zst'
    const packed = new Uint8Array(zstdCompressSync('{"kind":"update","result":"succeeded"}'))
    await api.open([...STACK, ...fileOf(key, packed)], 0)
    const broken = async () => {
      const { body } = await api.answer({ method: 'GET', path: '/api/ui/stacks/this-browser/shop/prod', headers: {} })
      return (JSON.parse(new TextDecoder().decode(body)) as { elsewhere: KeptElsewhere }).elsewhere.brokenEntries
    }
    await expect.poll(broken).toEqual({ count: 1, newest: [{ key, why: 'zstd' }] })
  })
})
