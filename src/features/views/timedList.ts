import { z } from 'zod'
import type { Period } from '#contract/common.ts'
import { dayRange } from '#src/lib/day.ts'
import { type AddressState, addressState, type Parameter } from '#src/lib/useAddressState.ts'

/** What the addresses of lists by time share, beside their own filters: a period or a day, and the hidden columns. */
export const timeParts = {
  day: z
    .string()
    .refine((day) => dayRange(day) !== undefined)
    .optional(),
  hide: z.string().optional(),
}

type Timed = { since: z.ZodType<Period | undefined>; before: z.ZodType<Parameter> } & typeof timeParts

/** The address of a list by time, newest first. A day in it is stronger than a period. */
export function timedAddress<Parts extends Timed>(parts: Parts): AddressState<Parts> {
  const state = addressState<Parts>(parts, ['before'])
  return {
    ...state,
    read: (search) => {
      const choice = state.read(new URLSearchParams([...search].map(([name, text]) => [name, text.trim()])))
      return choice.day === undefined ? choice : { ...choice, since: undefined }
    },
  }
}

/** The filter of a choice: instants instead of the day. */
export const filterOf = <Values extends { day: string | undefined; hide: string | undefined }>({
  day,
  hide: _,
  ...filter
}: Values) => ({ ...filter, ...dayRange(day) })

/** The change that shows everything, with the columns as they are. */
export const everything = ({ names }: { names: readonly string[] }): Record<string, undefined> =>
  Object.fromEntries(names.filter((name) => name !== 'hide').map((name) => [name, undefined]))
