/** Whether a stack is production, by its name or the value of one of its tags. */
export const isProduction = (stack: string, tags: Record<string, string>): boolean =>
  [stack, ...Object.values(tags)].some((text) => /^(prod|production|live)$/i.test(text))
