import { AuditFilter } from '#contract/audit.ts'
import { auditWords } from '#domain/auditWords.ts'
import { periodNames } from '#src/features/views/PeriodSelect.tsx'
import { timedAddress, timeParts } from '#src/features/views/timedList.ts'
import type { ChangeOf, ValuesOf } from '#src/lib/useAddressState.ts'

const { q, stack, login, action, since, before } = AuditFilter.shape
const { day, hide } = timeParts

/** What an address holds. The order is that of its parameters: saved views are compared with it. */
export const address = timedAddress({ q, stack, login, action, since, day, before, hide })
export type AddressValues = ValuesOf<typeof address>
export type Change = ChangeOf<typeof address>

/** The filter in words: `created a token, by ada, last 7 days`; empty when everything is asked for. */
export const filterWords = ({ q, stack, login, action, since, day }: AddressValues): string =>
  [
    q && `with “${q}”`,
    action && (Object.hasOwn(auditWords, action) ? auditWords[action as keyof typeof auditWords] : action),
    login && `by ${login}`,
    stack && `on ${stack}`,
    since && periodNames[since].toLowerCase(),
    day && `on ${day}`,
  ]
    .filter(Boolean)
    .join(', ')
