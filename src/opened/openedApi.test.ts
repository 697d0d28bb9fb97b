import Database from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import { checkpoint, stateKey } from '#testing/backends/mirrorWorld.ts'
import { createOpenedApi } from './openedApi.ts'

const fileOf = (path: string, text: string) => [{ path, file: new File([text], path.split('/').at(-1) ?? '') }]
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
})
