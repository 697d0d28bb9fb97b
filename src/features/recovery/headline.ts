import type { Diagnosis } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'

/** How things stand, as one would say it to somebody who was just woken up. */
export function headline({ findings, pending, interrupted, lease }: Diagnosis): { title: string; text: string } {
  const holder = lease && lease.verdict !== 'orphaned' ? lease.holder.login : undefined
  if (findings.length === 0) {
    return {
      title: 'Nothing is wrong with this stack',
      text: 'There is nothing to recover. This is what was looked at:',
    }
  }
  if (holder !== undefined) {
    return {
      title:
        lease && isProbablyGone(lease.verdict)
          ? `The run of ${holder} has ${lease.verdict === 'disconnected' ? 'disconnected' : 'gone quiet'}`
          : `${holder} is running an update here`,
      text: 'While somebody may be at work, nothing else is changed. Look, wait or ask; ending their run is the last resort.',
    }
  }
  const calm = 'What runs in the cloud goes on running, and there is time to look before anything is written.'
  if (pending.length > 0) {
    const isOne = pending.length === 1
    const run = interrupted ? ` of update ${interrupted.update.version ?? ''}`.trimEnd() : ''
    return {
      title: `${counted(pending.length, 'operation')}${run} ${isOne ? 'was' : 'were'} begun, and nobody knows how ${isOne ? 'it' : 'they'} ended`,
      text: `${calm} Do not run up before you have judged ${isOne ? 'it' : 'them'}: that may create a second copy of what exists already.`,
    }
  }
  const first = findings[0]?.title ?? ''
  return findings.length === 1
    ? { title: first, text: calm }
    : { title: `${counted(findings.length, 'thing')} to deal with`, text: `First: ${first}. ${calm}` }
}
