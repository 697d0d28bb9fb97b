import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Body } from './body.ts'
import { CHEAP } from './budgets.ts'
import { fitted } from '../texts/json.ts'
import { type BodyJobs, textJobsHere } from '../texts/textJobs.ts'

/** Whether a body can be parsed on this thread without delaying others. */
const isCheap = ({ bytes, elements }: Body): boolean => bytes.length <= CHEAP.bytes && elements <= CHEAP.elements

type Host = Pick<Deps, 'jobs'>

/** Runs a job on a body: on this thread if it is cheap, else in the text thread. The bytes are transferred. */
export const parseWith = <Name extends keyof BodyJobs>(
  { jobs = textJobsHere }: Host,
  name: Name,
  body: Body,
): ReturnType<BodyJobs[Name]> => (isCheap(body) ? textJobsHere : jobs)[name](body.bytes) as ReturnType<BodyJobs[Name]> // the named job

/** Parses a body as JSON, for routes whose budget has few elements: the thread's result is copied here. */
export const parseJson = (host: Host, body: Body): Promise<unknown> => parseWith(host, 'json', body)

/**
 * Parses a body and checks the parts on which the server relies; everything else in it is kept by the code that stores
 * it.
 */
export const parseBody = async <Schema extends z.ZodType>(
  host: Host,
  body: Body,
  schema: Schema,
): Promise<z.output<Schema>> => fitted(await parseJson(host, body), schema)
