import type { StackRef } from '#contract/common.ts'

/** The stack's full name, which commands need and users type to confirm. */
export const fullName = ({ org, project, stack }: StackRef): string => `${org}/${project}/${stack}`

/** Parses a full name; undefined unless it is three names separated by slashes. */
export function parseFullName(text: string): StackRef | undefined {
  const [org, project, stack, ...more] = text.trim().split('/')
  return org && project && stack && more.length === 0 ? { org, project, stack } : undefined
}
