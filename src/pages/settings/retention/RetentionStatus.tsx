import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Retention } from '#contract/retention.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { changeRetention, retentionQueries } from '#src/api/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { ruleWords } from './retentionWords.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

/** The active rule, who set it, and what the last run removed. */
export function RetentionStatus({ org, setting }: { org: string; setting: Retention }) {
  const client = useQueryClient()
  const off = useMutation({
    mutationFn: () => changeRetention(org, null),
    onSuccess: () => client.invalidateQueries({ queryKey: retentionQueries.setting(org).queryKey }),
  })
  const { rule, changedAt, changedBy, lastRun } = setting
  const by = changedAt !== null && changedBy !== null && (
    <>
      {' '}
      Set by {changedBy} <Time at={changedAt} />.
    </>
  )
  const last = lastRun && (
    <p className="text-muted">
      Last run <Time at={lastRun.at} />, by {lastRun.by === SERVER_LOGIN ? 'the server itself' : lastRun.by}:{' '}
      {lastRun.versions === 0
        ? 'nothing was removed.'
        : `the states of ${counted(lastRun.versions, 'version')} of ${counted(lastRun.stacks, 'stack')} were removed, ${bytesText(lastRun.bytes)} of text.`}
    </p>
  )
  if (rule === null)
    return (
      <Notice tone="ok" title="Off – all versions are kept" announce="none">
        <p>Nothing is removed.{by}</p>
        {last}
      </Notice>
    )
  return (
    <Notice
      tone="attention"
      title={`On: kept is ${ruleWords(rule)}`}
      announce="none"
      actions={
        <Button busy={off.isPending} onClick={() => off.mutate()}>
          Turn off
        </Button>
      }
    >
      <p>Once a day the server removes the states of all other versions.{by}</p>
      {last}
      {off.isError && <p className="text-danger">It was not switched off: {troubleOf(off.error).detail}</p>}
    </Notice>
  )
}
