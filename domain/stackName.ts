import type { StackRef } from '#contract/common.ts'

/** The stack's full name, which a command needs wherever it is run, and which a person types to confirm. */
export const fullName = ({ org, project, stack }: StackRef): string => `${org}/${project}/${stack}`

/** The stack with that full name; undefined for a text that is not three names with a slash between them. */
export function parseFullName(text: string): StackRef | undefined {
  const [org, project, stack, ...more] = text.trim().split('/')
  return org && project && stack && more.length === 0 ? { org, project, stack } : undefined
}
