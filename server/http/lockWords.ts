import type { StackLock, StackName } from '../store/port/stacks.ts'
import { fullName } from '../core/stacks/names.ts'

/** Who holds a maintenance lock, since when, until when, and why; the CLI and the console say the same. */
export const lockWords = (stack: StackName, { login, tokenName, since, until, reason }: StackLock): string =>
  `${fullName(stack)} is held for maintenance by ${login}${tokenName === null ? '' : ` with token "${tokenName}"`}` +
  ` since ${iso(since)} until ${iso(until)}: ${reason}`

const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
