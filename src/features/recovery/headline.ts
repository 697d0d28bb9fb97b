import type { Diagnosis } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'

/** The state of a stack in a title and a sentence. */
export function headline({ findings, pending, interrupted, lease }: Diagnosis): { title: string; text: string } {
  const holder = lease && lease.verdict !== 'orphaned' ? lease.holder.login : undefined
  if (findings.length === 0) {
    return {
      title: 'Nothing is wrong with this stack',
      text: 'There is nothing to recover. These checks passed:',
    }
  }
  if (holder !== undefined) {
    return {
      title:
        lease && isProbablyGone(lease.verdict)
          ? `${holder}’s update has ${lease.verdict === 'disconnected' ? 'disconnected' : 'stopped responding'}`
          : `${holder} is running an update on this stack`,
      text: 'Someone may still be working. Wait or contact them first; end their update only as a last resort.',
    }
  }
  const calm = 'Your running infrastructure is not affected. Nothing is written until you confirm.'
  if (pending.length > 0) {
    const unknown = `${counted(pending.length, 'operation')} ${plural(pending.length, 'has', 'have')} an unknown outcome`
    const update = interrupted?.update.version ? `Update ${interrupted.update.version}` : 'An update'
    return {
      title: interrupted ? `${update} was interrupted: ${unknown}` : unknown,
      text: `${calm} Don’t run pulumi up yet. It could create duplicates of resources that already exist.`,
    }
  }
  const first = findings[0]?.title ?? ''
  return plural(
    findings.length,
    { title: first, text: calm },
    { title: counted(findings.length, 'finding'), text: `First: ${first}. ${calm}` },
  )
}
