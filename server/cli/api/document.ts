import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Route } from './route.ts'
import { ROUTES } from './table.ts'

type Json = Record<string, unknown>

/** Parameter names in the published API: `pulumi api` fills the first three from the current project. */
const PARAMETERS: Record<string, { name: string; description: string }> = {
  org: { name: 'orgName', description: 'The organization' },
  project: { name: 'projectName', description: 'The project' },
  stack: { name: 'stackName', description: 'The stack' },
  tag: { name: 'tagName', description: 'The name of the tag' },
  tokenId: { name: 'tokenId', description: 'The id of the token' },
  updateID: { name: 'updateID', description: 'The id of the update' },
  version: { name: 'version', description: 'The number of the update; where updates are read, also `latest`' },
}

const KINDS = ['update', 'preview', 'refresh', 'destroy']

/**
 * The OpenAPI document of the CLI's API. `pulumi api` lists and calls operations with it: it finds an operation by its
 * `operationId` or path, parameters by their names, answers by their content types. It ignores `servers`; other clients
 * do not. Version 3.0, like the published document, because client generators support that one best.
 */
export function serviceDocument({
  version,
  publicUrl,
  maxBodyBytes,
}: Pick<Deps['settings'], 'version' | 'publicUrl' | 'maxBodyBytes'>): Json {
  const paths: Record<string, Json> = {}
  for (const [key, route] of Object.entries(ROUTES)) {
    for (const { path, method, id } of callsOf(key, route)) {
      paths[path] = { ...paths[path], [method]: operation(path, id, route) }
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Holdfast: what the pulumi CLI calls', version, description: limits(maxBodyBytes) },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(Refusal, 'output') },
      securitySchemes: {
        accessToken: { ...AUTHORIZATION, description: '`token ACCESS_TOKEN`' },
        leaseToken: { ...AUTHORIZATION, description: '`update-token LEASE_TOKEN`, from starting the update' },
      },
    },
  }
}

const AUTHORIZATION = { type: 'apiKey', in: 'header', name: 'Authorization' }
const Refusal = z.object({ code: z.int().describe('The HTTP status'), message: z.string() })

const limits = (maxBodyBytes: number) =>
  [
    'The part of the Pulumi Cloud API that this server answers; a call that is not here is 404.',
    'Not here: teams, policies, deployments, schedules, webhooks, registry, templates, environments, search.',
    `A body has at most ${maxBodyBytes} bytes decompressed, most calls accept much less; more is 413.`,
    '`x-scope` is the least scope that an access token needs for a call: read, preview, operate or admin; the role of',
    'its user must allow it, too. What the console calls is described at /api/ui/openapi.json.',
  ].join(' ')

/**
 * Returns the calls of a route. A route with the kind of the update in its address is four calls in the published API,
 * each with its own name.
 */
function callsOf(key: string, { id }: Route): { path: string; method: string; id: string }[] {
  const [verb = '', address = ''] = key.split(' ')
  const method = id === 'ProjectExists' ? 'head' : verb.toLowerCase() // the CLI calls it with HEAD; a body is of no use
  const kinds = address.includes(':kind') ? KINDS : ['']
  return kinds.map((kind) => ({
    path: address
      .replace(/:kind\{.*?\}/, kind)
      .replaceAll(/:(\w+)/g, (_, name: string) => `{${PARAMETERS[name]?.name ?? name}}`),
    method,
    id: id.replace('KIND', kind.charAt(0).toUpperCase() + kind.slice(1)).replace(/_kind$/, `_${kind}`),
  }))
}

function operation(path: string, operationId: string, route: Route): Json {
  const { needs, summary, tag, query, body } = route
  const known = Object.values(PARAMETERS)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: known.find((parameter) => parameter.name === name)?.description,
    schema: { type: 'string' },
  }))
  return {
    operationId,
    summary,
    tags: [tag],
    ...(needs === 'public' || needs === 'lease' ? {} : { 'x-scope': needs }),
    security: needs === 'public' ? [] : [needs === 'lease' ? { leaseToken: [] } : { accessToken: [] }],
    parameters: [...inPath, ...(query ? inQuery(query) : [])],
    ...(body && { requestBody: { required: true, ...json(schemaOf(body, 'input')) } }),
    responses: {
      ...success(route),
      default: { description: 'Refused', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function success({ reply, refused }: Route): Json {
  if (refused !== undefined) return { [refused]: { description: 'Not supported' } }
  return reply ? { 200: { description: 'OK', ...json(schemaOf(reply, 'output')) } } : { 204: { description: 'Done' } }
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutNumberBounds(jsonSchema),
  }) as Json
  return rest
}

/** Removes the bounds of JavaScript's safe integers, which are of no use to a reader. */
function withoutNumberBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const inQuery = (query: z.ZodObject): Json[] =>
  Object.entries(query.shape).map(([name, member]) => {
    const { description, ...schema } = schemaOf(member, 'output')
    return { name, in: 'query', ...(description === undefined ? {} : { description }), schema }
  })
