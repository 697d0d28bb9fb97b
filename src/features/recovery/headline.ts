import { capital } from '#words/capital.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'

export type Headline = {
  title: string
  text: string
  /** What not to do yet. */
  warning?: string
}

const CALM = 'Your running infrastructure is not affected. Nothing is written until you confirm.'

/** The state of a stack whose lease is free, in a title and a sentence. */
export function headline({ findings, pending, interrupted }: Diagnosis): Headline {
  const [first] = findings
  if (!first)
    return {
      title: 'Nothing is wrong with this stack',
      text: 'There is nothing to recover. Your running infrastructure does not depend on this server. These checks passed:',
    }
  if (pending.length === 0) return { title: first.title, text: first.explanation }
  const unknown = `${counted(pending.length, 'operation')} ${plural(pending.length, 'has', 'have')} an unknown outcome`
  return {
    title: interrupted ? `${howItEnded(interrupted.update)}: ${unknown}` : unknown,
    text: CALM,
    ...(pending.some(({ type }) => type === 'creating') && {
      warning: 'Don’t run pulumi up yet. It could create duplicates of resources that already exist.',
    }),
  }
}

/** In the word that the update's own page has for it. */
function howItEnded({ kind, version, status }: NonNullable<Diagnosis['interrupted']>['update']): string {
  const run = version === null ? 'An update' : `${capital(kind)} ${version}`
  return `${run} ${status === 'failed' ? 'failed' : status === 'cancelled' ? 'was cancelled' : 'was interrupted'}`
}
