/** The parts of a state that a plan is about; what else is in it, such as its time, differs with each write. */
const PARTS = ['resources', 'pending_operations'] as const

/**
 * Whether two states, as texts of `pulumi stack export`, have the same entries and pending operations, whatever their
 * spelling. Null if one of them cannot be read.
 */
export function isSameState(planned: string, found: string): boolean | null {
  const [a, b] = [deploymentOf(planned), deploymentOf(found)]
  return a && b ? PARTS.every((part) => spelled(a[part] ?? []) === spelled(b[part] ?? [])) : null
}

function deploymentOf(text: string): Record<string, unknown> | undefined {
  try {
    const { deployment } = JSON.parse(text) as { deployment?: unknown }
    return typeof deployment === 'object' && deployment !== null ? (deployment as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** JSON with the keys of each object in order: two writers need not agree on theirs. */
const spelled = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
