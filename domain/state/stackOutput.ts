/** What `pulumi stack` printed: which stack, and whether someone works on it. */
export type StackOutput = {
  stack: string
  /** The organization on a service; the machine's user on a self-managed backend. */
  owner: string | undefined
  lastUpdated: string | undefined
  cli: string | undefined
  /** An update was in progress when it was printed. */
  running: { since: string; by: string } | undefined
  resources: number | undefined
}

/** Reads what `pulumi stack` prints; undefined for any other text. */
export function readStackOutput(text: string): StackOutput | undefined {
  const stack = /^Current stack is (\S+?):\s*$/m.exec(text)?.[1]
  if (stack === undefined) return undefined
  const line = (label: string) => new RegExp(`^\\s+${label}:\\s+(\\S.*?)\\s*$`, 'm').exec(text)?.[1]
  const isRunning = /^\s+Update in progress:\s*$/m.test(text)
  const count = /^Current stack resources \((\d{1,9})\):/m.exec(text)?.[1]
  return {
    stack,
    owner: line('Owner'),
    lastUpdated: line('Last updated'),
    cli: line('Pulumi version used'),
    running: isRunning ? { since: line('Started') ?? '', by: line('Requested By') ?? '' } : undefined,
    resources: count === undefined ? undefined : Number(count),
  }
}
