export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The key as spelled in the object: an exact match, else one that differs in case only, as Go reads JSON. */
export const keyOf = (object: JsonObject, name: string): string | undefined =>
  Object.hasOwn(object, name) ? name : Object.keys(object).find((key) => key.toLowerCase() === name)

/** The value under that key, in any case; undefined if there is none. */
export const valueOf = (object: JsonObject, name: string): unknown => {
  const key = keyOf(object, name)
  return key === undefined ? undefined : object[key]
}

/** The object without that key, in any case. */
export const objectWithout = (object: JsonObject, name: string): JsonObject => {
  const key = keyOf(object, name)
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))
}
