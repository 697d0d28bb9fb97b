/** What says that a stack is production, its name or one of its tags: `as its tag env says`; undefined if nothing does. */
export function whyProduction(stack: string, tags: Record<string, string>): string | undefined {
  const counts = (text: string): boolean => /^(prod|production|live)$/i.test(text)
  if (counts(stack)) return 'as its name says'
  const tag = Object.keys(tags).find((name) => counts(tags[name] ?? ''))
  return tag && `as its tag ${tag} says`
}
