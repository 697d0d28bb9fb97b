import { getResponse } from 'msw'
import { expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { overlays } from './overlays.ts'

it('a failing server says what the real one says, and nothing else', async () => {
  const request = new Request('http://localhost/api/ui/stacks/attention')
  const answer = await getResponse(overlays.fails, request, { baseUrl: 'http://localhost' })
  expect(answer?.status).toBe(500)
  expect(ProblemDetails.parse(await answer?.json()).detail).toBe(
    'Internal error. The server’s log has details under this request ID.',
  )
})
