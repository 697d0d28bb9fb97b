import type { ApprovalRule } from '#contract/approvals.ts'
import { isObject } from '../json/jsonObject.ts'

/**
 * A rule without the parts that say nothing, as people write it; parsing it gives the rule again. Every part that may be
 * left out is empty by default, except that a rule is on.
 */
export function sparseRule({ isOn, ...rule }: ApprovalRule): Record<string, unknown> {
  const { id, name, ...rest } = rule
  return { id, name, ...(isOn ? {} : { isOn }), ...sparse(rest) }
}

function sparse(value: object): Record<string, unknown> {
  const parts = Object.entries(value).flatMap(([key, part]: [string, unknown]): [string, unknown][] => {
    const left = isObject(part) ? sparse(part) : part
    return saysNothing(left) ? [] : [[key, left]]
  })
  return Object.fromEntries(parts)
}

const saysNothing = (value: unknown): boolean =>
  value === null || value === false || (typeof value === 'object' && Object.keys(value).length === 0)
