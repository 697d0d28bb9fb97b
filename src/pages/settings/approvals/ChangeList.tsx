import { useState } from 'react'
import { changeVerb, type RuleChange } from '#domain/approvals/ruleChanges.ts'
import { endedRuleSentence, ruleSentence } from '#domain/approvals/words.ts'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { capital } from '#words/capital.ts'

const STEP = 5

/** Changes of rules: what was done to which, and what it says now; a changed rule with what it said before. */
export function ChangeList({ changes }: { changes: readonly RuleChange[] }) {
  const [shown, setShown] = useState(STEP)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul className="flex min-w-0 flex-col gap-1.5">
        {changes.slice(0, shown).map((change) => (
          <li key={change.rule.id} className="min-w-0 wrap-anywhere">
            {capital(changeVerb(change))} <span className="font-medium">{change.rule.name}</span>
            {!change.rule.isOn && !isEnd(change) && ' (off)'}
            <Sentences change={change} />
          </li>
        ))}
      </ul>
      <ShowMore shown={shown} total={changes.length} step={50} onMore={setShown} />
    </div>
  )
}

/** What the rule did until now, it no longer does. */
function isEnd(change: RuleChange): boolean {
  if (change.kind === 'removed') return change.rule.isOn
  return changeVerb(change) === 'switched off'
}

function Sentences({ change }: { change: RuleChange }) {
  if (isEnd(change)) return <span className="line-clamp-4 text-sm text-muted">{endedRuleSentence(change.rule)}</span>
  const now = ruleSentence(change.rule)
  const before = change.kind === 'changed' ? ruleSentence(change.before) : now
  return (
    <span className="line-clamp-4 text-sm text-muted">
      {before !== now && (
        <>
          <del>{before}</del>{' '}
        </>
      )}
      {before === now ? now : <ins className="no-underline">{now}</ins>}
    </span>
  )
}
