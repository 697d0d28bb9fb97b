import { expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'

/** Creates a stack with a body of this content type; returns the answer. */
async function statusOf(type: string | undefined): Promise<{ status: number; body: unknown; isMade: boolean }> {
  const service = await testService()
  const headers = { authorization: `token ${service.token}`, ...(type !== undefined && { 'content-type': type }) }
  const body = new TextEncoder().encode('{"stackName":"prod"}') // a body of bytes sets no content type by itself
  const response = await service.fetch(
    new Request('http://test/api/stacks/organization/shop', { method: 'POST', headers, body }),
  )
  const isMade = await service
    .cli()
    .getStack(STACK)
    .then(() => true)
    .catch(() => false)
  return { status: response.status, body: await response.json(), isMade }
}

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''])(
  'a body of type %j is refused, and nothing is changed',
  async (type) => {
    expect(await statusOf(type)).toEqual({
      status: 415,
      body: { code: 415, message: expect.stringContaining('application/json') },
      isMade: false,
    })
  },
)

it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.pulumi+json', undefined])(
  'a body of type %j is read',
  async (type) => {
    expect(await statusOf(type)).toMatchObject({ status: 200, isMade: true })
  },
)
