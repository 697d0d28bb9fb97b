import type { StackRef } from '#contract/common.ts'
import { fullName } from '../stackName.ts'

/** What says that a stack is production, its name or one of its tags: `by its tag env`; undefined if nothing does. */
export function whyProduction(stack: string, tags: Record<string, string>): string | undefined {
  const counts = (text: string): boolean => /^(prod|production|live)$/i.test(text)
  if (counts(stack)) return 'by its name'
  const tag = Object.keys(tags).find((name) => counts(tags[name] ?? ''))
  return tag && `by its tag ${tag}`
}

/** Asks whether a stack of production is meant: `The name says production: is shop/prod the stack you mean?` */
export function productionQuestion(stack: StackRef, tags: Record<string, string>): string | undefined {
  const why = whyProduction(stack.stack, tags)
  return why && `The ${why.replace(/^by its /, '')} says production: is ${fullName(stack)} the stack you mean?`
}
