import type { Diagnosis } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { type NamesByLogin, runnerName } from '#words/personName.ts'

export type Headline = {
  title: string
  text: string
  /** What not to do yet. */
  warning?: string
}

const CALM = 'Your running infrastructure is not affected. Nothing is written until you confirm.'

/** The state of a stack in a title and a sentence. */
export function headline({ findings, pending, interrupted, lease }: Diagnosis, names?: NamesByLogin): Headline {
  const holder =
    lease && lease.verdict !== 'orphaned' ? runnerName(lease.holder.login, lease.client.ci, names) : undefined
  const [first] = findings
  if (!first)
    return {
      title: 'Nothing is wrong with this stack',
      text: 'There is nothing to recover. These checks passed:',
    }
  if (holder !== undefined) {
    return {
      title:
        lease && isProbablyGone(lease.verdict)
          ? `${holder}’s update has ${lease.verdict === 'disconnected' ? 'disconnected' : 'stopped responding'}`
          : `${holder} is running an update on this stack`,
      text:
        lease && isProbablyGone(lease.verdict)
          ? 'Make sure that its process has ended, then release the lease; or wait until the lease expires.'
          : 'Someone may still be working. Wait or contact them first; end their update only as a last resort.',
    }
  }
  if (pending.length === 0) return { title: first.title, text: first.explanation }
  const unknown = `${counted(pending.length, 'operation')} ${plural(pending.length, 'has', 'have')} an unknown outcome`
  const update = interrupted?.update.version ? `Update ${interrupted.update.version}` : 'An update'
  return {
    title: interrupted ? `${update} was interrupted: ${unknown}` : unknown,
    text: CALM,
    ...(pending.some(({ type }) => type === 'creating') && {
      warning: 'Don’t run pulumi up yet. It could create duplicates of resources that already exist.',
    }),
  }
}
