import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, RecoveryOptions } from '#contract/recoveries.ts'
import { plural } from '#words/counts.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { refreshOptions, useDecisions } from '../wizard/useDecisions.ts'
import { changeVerb } from '../words.ts'
import { choicesOf, withChoices } from './choiceAddress.ts'
import { type Choices, NO_CHOICE } from './choices.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { preselectedChoices, preselectedUrns } from './preselection.ts'
import { Wrong, WrongStep } from './WrongStep.tsx'

type Props = {
  stack: StackRef
  /** What the recovery offers now. */
  options: RecoveryOptions
  diagnosis: Diagnosis
  /** What has to be done elsewhere, if anything. */
  guide?: ReactNode
}

export const NOTHING_WRONG = { title: 'This stack doesn’t have this problem', of: 'nothing to fix' }

/** A recovery in which the user chooses an option for each problem. */
export function ChooseOptions({ stack, options: now, diagnosis, guide }: Props) {
  const { recovery, finding } = now
  const [search, setSearch] = useSearchParams()
  const decisions = useDecisions({
    stack,
    recovery,
    now,
    refresh: refreshOptions(stack, recovery),
    // Once something was chosen here the address holds the choices, and the set only filters.
    start: (read, kept) =>
      together(kept, search.has('of') ? choicesOf(search, read) : preselectedChoices(search, read)),
    onDecided: (read, choices) => setSearch((old) => withChoices(old, read, choices), { replace: true }),
  })
  const { problems, choices, dispatch } = decisions
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      decisions={decisions}
      nothing={NOTHING_WRONG}
      {...(finding && { wrong: finding.title })}
      guide={guide}
      known={
        guide === undefined ? undefined : (
          <WrongStep
            stack={stack}
            options={{ ...now, problems: [...problems] }}
            pending={diagnosis.pending}
            guide={guide}
          />
        )
      }
      question={plural(problems.length, 'Choose a fix', 'Choose a fix for each problem')}
      answer={
        <ChooseStep
          stack={stack}
          intro={guide === undefined && <Wrong stack={stack} options={now} pending={diagnosis.pending} />}
          problems={problems}
          left={now.left}
          choices={choices}
          preselected={preselectedUrns(search)}
          dispatch={dispatch}
        />
      }
      asking={{ needsAll: false, none: 'Choose a fix first.' }}
      blocked={finding?.blocked ? `First: ${finding.blocked}` : undefined}
      decision={({ title }, option) => (
        <>
          <span className="text-muted">{title}</span>
          <strong className="font-medium">{option}</strong>
        </>
      )}
      verb={changeVerb}
    />
  )
}

/** The choices of a link, merged with those kept in this tab. */
const together = (kept: Choices, linked: Choices): Choices => ({
  ...kept,
  ...Object.fromEntries(
    Object.entries(linked).map(([id, { option }]) => [
      id,
      { ...(kept[id] ?? NO_CHOICE), ...(option !== undefined && { option }) },
    ]),
  ),
})
