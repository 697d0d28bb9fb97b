import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Role that a caller needs to use an endpoint. `public` needs no session. */
export type Access = 'public' | 'reader' | 'operator' | 'admin'

/** An endpoint of the console's API, as a value. Server, client and the OpenAPI document are derived from it. */
export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: Path
  /** Summary for the OpenAPI document, one sentence. */
  summary: string
  access: Access
  query?: Query
  body?: Body
  /** The body contains a whole state: it may be as large as a state sent by a CLI. */
  holdsState?: true
  /** A GET that changes something: with a cookie, only from a page of the console. */
  writes?: true
  reply: Reply
}

/** Names of the `:parameters` in a path. */
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

/** Input of a handler: path parameters as strings, query and body parsed. */
export type HandlerInput<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType>
    ? { params: PathParams<Path>; query: OutputOf<Query>; body: OutputOf<Body> }
    : never

/** Input of a call. */
export type CallInput<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType>
    ? ([keyof PathParams<Path>] extends [never] ? { params?: undefined } : { params: PathParams<Path> }) &
        ([InputOf<Query>] extends [undefined] ? { query?: undefined } : { query?: InputOf<Query> }) &
        ([InputOf<Body>] extends [undefined] ? { body?: undefined } : { body: InputOf<Body> })
    : never

export type ReplyOf<E> = E extends Endpoint<string, z.ZodType, z.ZodType, infer Reply> ? z.output<Reply> : never
