import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'DELETE'

/** What a caller must be to use an endpoint. `public` needs no session. */
export type Access = 'public' | 'reader' | 'operator' | 'admin'

/** One call of the console's API, as a value: server, client and the OpenAPI document are made from it. */
export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: Path
  /** One sentence for the OpenAPI document. */
  summary: string
  access: Access
  query?: Query
  body?: Body
  /** The body holds a whole state: it may be as large as one that a CLI sends. */
  holdsState?: true
  reply: Reply
}

/** Names of the `:parameters` of a path. */
type ParamNames<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never

export type PathParams<Path extends string> = { [Name in ParamNames<Path>]: string }

export const endpoint = <
  const Path extends string,
  Reply extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  value: Endpoint<Path, Query, Body, Reply>,
): Endpoint<Path, Query, Body, Reply> => value

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** What a handler receives: path parameters as strings, query and body parsed. */
export type HandlerInput<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType>
    ? { params: PathParams<Path>; query: OutputOf<Query>; body: OutputOf<Body> }
    : never

/** What a caller passes. */
export type CallInput<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType>
    ? ([keyof PathParams<Path>] extends [never] ? { params?: undefined } : { params: PathParams<Path> }) &
        ([InputOf<Query>] extends [undefined] ? { query?: undefined } : { query?: InputOf<Query> }) &
        ([InputOf<Body>] extends [undefined] ? { body?: undefined } : { body: InputOf<Body> })
    : never

export type ReplyOf<E> = E extends Endpoint<string, z.ZodType, z.ZodType, infer Reply> ? z.output<Reply> : never
