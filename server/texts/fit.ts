import { z } from 'zod'

/** The path of a value that does not fit, and why; `where` is '' for the value itself. */
export type Fault = { where: string; message: string }

/** Lists and records up to this length are checked as a whole, because most fit. */
const FEW = 100

/**
 * Checks a value, up to the first fault. Zod alone collects an issue for every bad element of a list, of which a body
 * may have a hundred thousand: 1 MB of empty objects took seconds.
 */
export function fit<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { fault: Fault } {
  const bad = badElement(schema, value, [])
  if (bad !== undefined) return { fault: bad }
  const result = schema.safeParse(value)
  return result.success ? { data: result.data } : { fault: faultOf(result.error, []) }
}

function faultOf({ issues: [issue] }: z.core.$ZodError, path: readonly PropertyKey[]): Fault {
  return { where: [...path, ...(issue?.path ?? [])].join('.'), message: issue?.message ?? 'is not valid' }
}

/** Returns the first bad element of any long list or record in the value. */
function badElement(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): Fault | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return badElement(schema.unwrap(), value, path)
  if (schema instanceof z.ZodPipe) return badElement(schema.in, value, path)
  if (typeof value !== 'object' || value === null) return undefined
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? firstBad(schema.element, value, path) : undefined
  if (schema instanceof z.ZodRecord) return firstBad(schema.valueType, value, path)
  const members: Record<string, unknown> = { ...value }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = schema.def
    const chosen = options.find(
      (option) =>
        option instanceof z.ZodObject &&
        z.safeParse(option.shape[discriminator] as z.ZodType, members[discriminator]).success,
    )
    return chosen && badElement(chosen, value, path)
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  for (const [name, member] of Object.entries(schema.shape)) {
    const bad = badElement(member as z.ZodType, members[name], [...path, name])
    if (bad !== undefined) return bad
  }
  return undefined
}

function firstBad(element: z.core.$ZodType, values: object, path: readonly PropertyKey[]): Fault | undefined {
  const entries = Object.entries(values)
  if (entries.length <= FEW) return undefined
  for (const [name, value] of entries) {
    const result = z.safeParse(element, value)
    if (!result.success) return faultOf(result.error, [...path, name])
  }
  return undefined
}
