import type { StackRef } from '#contract/common.ts'
import { fullName } from '../stackName.ts'

/** What says that a stack is production: `name`, or `tag env`; undefined if nothing does. */
export function productionSign(stack: string, tags: Record<string, string>): string | undefined {
  const counts = (text: string): boolean => /^(prod|production|live)$/i.test(text)
  if (counts(stack)) return 'name'
  const tag = Object.keys(tags).find((name) => counts(tags[name] ?? ''))
  return tag && `tag ${tag}`
}

/** Asks whether a stack of production is meant: `The name says production: is shop/prod the stack you mean?` */
export function productionQuestion(stack: StackRef, tags: Record<string, string>): string | undefined {
  const sign = productionSign(stack.stack, tags)
  return sign && `The ${sign} says production: is ${fullName(stack)} the stack you mean?`
}
