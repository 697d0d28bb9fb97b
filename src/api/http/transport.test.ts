import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOpened, isAboutOpened, send } from './transport.ts'

const fetched = vi.fn<typeof fetch>(async () => new Response('from the server'))
beforeEach(() => void vi.stubGlobal('fetch', fetched.mockClear()))

describe('a request about opened files', () => {
  it('is answered without them after a reload, by a sentence, and never sent', async () => {
    const answer = await send('/api/ui/stacks/this-browser/shop/prod', {})
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(/closed by a reload: open them again/) })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('is answered in the browser, without the number of the last news', async () => {
    answerOpened(async (path) => new Response(path, { headers: { 'X-Holdfast-Seq': '7' } }))
    const answer = await send('/api/ui/stacks/this-browser/shop/prod', { method: 'POST', body: '{}' })
    expect(await answer.text()).toBe('/api/ui/stacks/this-browser/shop/prod')
    expect(answer.headers.get('X-Holdfast-Seq')).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('rejects when it was aborted', async () => {
    const aborted = AbortSignal.abort()
    await expect(send('/api/ui/stacks?org=this-browser', { signal: aborted })).rejects.toThrow('aborted')
  })

  it.each([
    ['/api/ui/stacks/this-browser/shop/prod', true],
    ['/api/ui/stacks?org=this-browser', true],
    ['/api/ui/untracked/count?stack=this-browser%2Fshop%2Fprod', true],
    ['/api/ui/stacks/acme/this-browser-2/prod', false],
    ['/api/ui/stacks?search=this-browser-shop', false],
    ['/api/ui/leases', false],
  ])('is recognised by its organization: %s', (path, isAbout) => {
    expect(isAboutOpened(path)).toBe(isAbout)
  })
})

it('all other requests go to the server', async () => {
  expect(await (await send('/api/ui/leases', {})).text()).toBe('from the server')
  expect(fetched).toHaveBeenCalledWith('/api/ui/leases', { credentials: 'same-origin' })
})
