/** The parsed output of `pulumi stack`: the stack, and whether an update is in progress. */
export type StackOutput = {
  stack: string
  /** The organization on a service; the local user on a self-managed backend. */
  owner: string | undefined
  lastUpdated: string | undefined
  cli: string | undefined
  /** An update that was in progress at the time. */
  running: { since: string; by: string } | undefined
  resources: number | undefined
}

/** Parses the output of `pulumi stack`; undefined for any other text. */
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
