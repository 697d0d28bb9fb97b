import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemDetails } from '#contract/problem.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** Generates the OpenAPI document of the console's API from the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast console API', version },
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemDetails, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'holdfast_session_8080',
          description: 'The name ends with the port of the public address, unless that is the usual one.',
        },
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`token ACCESS_TOKEN`' },
      },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): Json {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
  return {
    operationId,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...inPath, ...(endpoint.query ? queryParameters(schemaOf(endpoint.query, 'input')) : [])],
    ...(endpoint.body && { requestBody: { required: true, ...json(schemaOf(endpoint.body, 'input')) } }),
    responses: {
      '200': { description: 'Done.', ...json(schemaOf(endpoint.reply, 'output')) },
      default: { description: 'Refused.', ...json({ $ref: '#/components/schemas/Problem' }) },
    },
  }
}

function queryParameters(schema: Json): Json[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries((schema['properties'] ?? {}) as Json).map(([name, member]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: member,
  }))
}
