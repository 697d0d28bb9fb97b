import type { Hono } from 'hono'
import type { RequestVariables } from '../http/requestId.ts'

/** The app of the API that the CLI calls. */
export type ServiceApp = Hono<{ Variables: RequestVariables }>
