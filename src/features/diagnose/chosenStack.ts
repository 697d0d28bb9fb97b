import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { addressState, useAddressState, type ValuesOf } from '#src/lib/useAddressState.ts'

const address = addressState({ stack: z.string().optional() })

const refOf = ({ stack = '' }: ValuesOf<typeof address>): StackRef | undefined => parseFullName(stack)

/** The stack named by `?stack=org/project/name`; anything else counts as absent. */
export const stackOfSearch = (search: URLSearchParams): StackRef | undefined => refOf(address.read(search))

/** The same, with a function that chooses another one, or none. */
export function useChosenStack() {
  const [choice, change] = useAddressState(address)
  const choose = (stack: StackRef | undefined): void => change({ stack: stack && fullName(stack) })
  return [refOf(choice), choose] as const
}

/** Placeholder in commands for the name that the user fills in. */
export const PLACEHOLDER: StackRef = { org: 'ORGANIZATION', project: 'PROJECT', stack: 'STACK' }
