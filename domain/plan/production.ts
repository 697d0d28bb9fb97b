/** What says that a stack is production, its name or one of its tags: `by its tag env`; undefined if nothing does. */
export function whyProduction(stack: string, tags: Record<string, string>): string | undefined {
  const counts = (text: string): boolean => /^(prod|production|live)$/i.test(text)
  if (counts(stack)) return 'by its name'
  const tag = Object.keys(tags).find((name) => counts(tags[name] ?? ''))
  return tag && `by its tag ${tag}`
}
