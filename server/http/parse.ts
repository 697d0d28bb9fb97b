import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Body } from './body.ts'
import { CHEAP } from './budgets.ts'
import { fitted } from '../texts/json.ts'
import { type BodyJobs, textJobsHere } from '../texts/textJobs.ts'

/** Parsing it here does not keep others waiting. */
const isCheap = ({ bytes, elements }: Body): boolean => bytes.length <= CHEAP.bytes && elements <= CHEAP.elements

type Host = Pick<Deps, 'jobs'>

/** Does a job on a body: here when it is cheap, in the thread for texts when it is not. The bytes are given away. */
export const parseWith = <Name extends keyof BodyJobs>(
  { jobs = textJobsHere }: Host,
  name: Name,
  body: Body,
): ReturnType<BodyJobs[Name]> => (isCheap(body) ? textJobsHere : jobs)[name](body.bytes) as ReturnType<BodyJobs[Name]> // the one of that name

/** A body as JSON, of a route whose budget has few elements: what the thread hands back is copied here. */
export const parseJson = (host: Host, body: Body): Promise<unknown> => parseWith(host, 'json', body)

/** Parses a body and checks the parts that the server relies on; everything else in it is kept by those who store it. */
export const parseBody = async <Schema extends z.ZodType>(
  host: Host,
  body: Body,
  schema: Schema,
): Promise<z.output<Schema>> => fitted(await parseJson(host, body), schema)
