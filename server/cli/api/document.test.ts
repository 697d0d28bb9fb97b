import { describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { allowedAt } from '../../http/methods.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { createServiceApp } from '../routes.ts'
import { ROUTES } from './table.ts'

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required?: boolean; schema: { type: string } }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: unknown }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: object } }

async function ready() {
  const { deps } = await createHarness()
  const response = await createApp(deps).fetch(new Request('http://localhost:8080/api/openapi/pulumi-spec.json'))
  const document = (await response.json()) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  return { response, document, operations, service: createServiceApp(deps) }
}

it('the document of the CLI’s API is public, as OpenAPI 3.0', async () => {
  const { response, document } = await ready()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(document.openapi).toBe('3.0.3')
})

it('the table has a row for every route of the CLI’s API, and no other row', async () => {
  const { service } = await ready()
  const mounted = service.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(ROUTES).toSorted()).toEqual([...new Set(mounted)].toSorted())
})

it('every operation has a route in the app, and every route has an operation', async () => {
  const { operations, service } = await ready()
  const unknown = operations.filter(({ path, method }) => {
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    return !allowedAt(service, address)?.split(', ').includes(method.toUpperCase())
  })
  expect(unknown).toEqual([])
  const taken = new Set(
    operations.map(({ path, method }) => {
      const verb = method === 'head' ? 'GET' : method.toUpperCase()
      const handlers = service.router.match(verb, path.replaceAll(/\{\w+\}/g, 'x'))[0]
      const route = handlers.map(([[, each]]) => each).find(({ method: own }) => own !== 'ALL')
      return `${verb} ${route?.path}`
    }),
  )
  expect([...taken].toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

describe('what `pulumi api` reads', () => {
  it('lists each operation once, and resolves each path without ambiguity', async () => {
    const { operations } = await ready()
    const ids = operations.map(({ operationId }) => operationId.toLowerCase())
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
    expect(ids).toEqual(
      expect.arrayContaining(['getstack', 'listuserstacks', 'startupdateforupdate', 'cancelupdate_refresh']),
    )
    for (const { path, method } of operations) {
      const literal = path.replaceAll(/\{\w+\}/g, 'x').split('/')
      const weight = (other: string) => other.split('{').length
      const ties = operations.filter(
        (other) =>
          other.method === method &&
          weight(other.path) === weight(path) &&
          other.path.split('/').length === literal.length &&
          other.path.split('/').every((part, index) => part.startsWith('{') || part === literal[index]),
      )
      expect(ties.map((tie) => tie.path)).toEqual([path])
    }
  })

  it('has a parameter for each name in a path, and types, tags and responses', async () => {
    const { operations } = await ready()
    for (const { path, parameters, tags, summary, responses } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(names)
      expect(parameters.every(({ schema }) => typeof schema.type === 'string')).toBe(true)
      expect(tags).toHaveLength(1)
      expect(summary).not.toBe('')
      expect(Object.keys(responses)).toHaveLength(2)
    }
    const stacks = operations.find(({ operationId }) => operationId === 'ListUserStacks')
    expect(stacks?.parameters.map(({ name }) => name)).toContain('continuationToken')
    const create = operations.find(({ operationId }) => operationId === 'CreateStack')
    expect(create?.requestBody?.content['application/json']?.schema).toMatchObject({ required: ['stackName'] })
  })
})
