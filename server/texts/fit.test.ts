import { expect, it } from 'vitest'
import { z } from 'zod'
import { fit } from './fit.ts'

/** Counts the elements that are examined. */
function counted() {
  let looks = 0
  const element = z.object({ n: z.number().refine(() => ++looks > 0) })
  return { element, looks: () => looks }
}
const good = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

it.each([
  ['a list', (element: z.ZodType) => z.object({ l: z.array(element) }), (l: unknown[]) => ({ l })],
  ['an optional one', (element: z.ZodType) => z.object({ l: z.array(element).nullish() }), (l: unknown[]) => ({ l })],
  [
    'one with a default',
    (element: z.ZodType) => z.object({ l: z.array(element).default([]) }),
    (l: unknown[]) => ({ l }),
  ],
  [
    'one that is transformed',
    (element: z.ZodType) => z.object({ l: z.array(element).transform(({ length }) => length) }),
    (l: unknown[]) => ({ l }),
  ],
  [
    'a record',
    (element: z.ZodType) => z.object({ l: z.record(z.string(), element) }),
    (l: unknown[]) => ({ l: Object.fromEntries(l.entries()) }),
  ],
  [
    'one of a union',
    (element: z.ZodType) =>
      z.discriminatedUnion('do', [
        z.object({ do: z.literal('a') }),
        z.object({ do: z.enum(['b', 'c']), l: z.array(element) }),
      ]),
    (l: unknown[]) => ({ do: 'c', l }),
  ],
] as const)('stops at the first invalid element of %s', (_, schemaOf, valueOf) => {
  const { element, looks } = counted()
  const bad = [...good(150), ...Array.from({ length: 5_000 }, () => ({})), ...good(1)]
  expect(fit(schemaOf(element), valueOf(bad))).toEqual({ fault: { where: 'l.150.n', message: expect.any(String) } })
  expect(looks()).toBe(150)
})

it('returns the valid elements, and reports the invalid ones', () => {
  const schema = z.object({ l: z.array(z.object({ n: z.number() })), text: z.string().trim() })
  expect(fit(schema, { l: good(500), text: ' x ' })).toEqual({ data: { l: good(500), text: 'x' } })
  expect(fit(schema, { l: good(500), text: 1 })).toMatchObject({ fault: { where: 'text' } })
  expect(fit(schema, { l: good(2) })).toMatchObject({ fault: { where: 'text' } })
  expect(fit(schema, null)).toMatchObject({ fault: { where: '' } })
  expect(
    fit(
      z.array(z.string()),
      Array.from({ length: 200 }, () => 1),
    ),
  ).toMatchObject({ fault: { where: '0' } })
})
