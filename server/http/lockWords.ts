import type { StackLock, StackName } from '../store/port/stacks.ts'
import { fullName } from '../core/stacks/names.ts'

/** A maintenance lock in words: holder, start, end and reason; the same for the CLI and the console. */
export const lockWords = (stack: StackName, { login, tokenName, since, until, reason }: StackLock): string =>
  `${fullName(stack)} is held for maintenance by ${login}${tokenName === null ? '' : ` with token "${tokenName}"`}` +
  ` since ${iso(since)} until ${iso(until)}: ${reason}`

const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
