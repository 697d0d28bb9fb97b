import { capital } from '#words/capital.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { either } from '#words/either.ts'
import { isCreateInCloud, type OperationType } from '#domain/recoveries/pending/createInCloud.ts'

export type Headline = {
  title: string
  text: string
  /** What not to do yet. */
  warning?: string
}

/** What operations of each kind may have done to a resource; reads and imports only look at it. */
const MAY_HAVE_BEEN: Readonly<Record<string, string>> = {
  creating: 'created',
  updating: 'updated',
  deleting: 'deleted',
}
const ONLY_LOOKED: readonly string[] = ['reading', 'importing']

/** What is not known of the cloud, and, for a person who may change the stack, that nothing is written yet. */
export function cloudWords(pending: readonly OperationType[], mayChange: boolean): string {
  const open = pending.filter(({ type, situation }) => !ONLY_LOOKED.includes(type) && situation !== 'createOnlyInState')
  const done = new Set(open.map(({ type }) => MAY_HAVE_BEEN[type] ?? 'changed'))
  const cloud =
    open.length === 0
      ? 'The recovery changes only the state, not your cloud.'
      : `${counted(open.length, 'resource')} may have been ${either([...done])} in the cloud, or not.`
  return mayChange ? `${cloud} Nothing is written here until you confirm.` : cloud
}

/** The state of a stack whose lease is free, in a title and a sentence. */
export function headline({ findings, pending, interrupted }: Diagnosis, mayChange: boolean): Headline {
  const [first] = findings
  if (!first)
    return {
      title: 'Nothing is wrong with this stack',
      text: 'There is nothing to recover. Your running infrastructure does not depend on this server. These checks passed:',
    }
  if (pending.length === 0) return { title: first.title, text: first.explanation }
  const warning = banOf(pending, interrupted !== null && interrupted.mayStillRunSince !== null)
  const unknown = `${counted(pending.length, 'operation')} ${plural(pending.length, 'has', 'have')} an unknown outcome`
  return {
    title: interrupted ? `${howItEnded(interrupted.update)}: ${unknown}` : unknown,
    text: cloudWords(pending, mayChange),
    ...(warning !== undefined && { warning }),
  }
}

/** What not to do yet, and why. */
export function banOf(pending: readonly OperationType[], mayStillRun: boolean): string | undefined {
  if (pending.some(isCreateInCloud))
    return 'Don’t run pulumi up yet. It could create duplicates: the resources may already exist.'
  if (!mayStillRun) return undefined
  return 'Don’t run pulumi up yet. The process that was interrupted could change the same resources.'
}

/** In the word that the update's own page has for it. */
function howItEnded({ kind, version, status }: NonNullable<Diagnosis['interrupted']>['update']): string {
  const run = version === null ? 'An update' : `${capital(kind)} ${version}`
  return `${run} ${status === 'failed' ? 'failed' : status === 'cancelled' ? 'was cancelled' : 'was interrupted'}`
}
