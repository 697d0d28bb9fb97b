import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { paths } from '#src/lib/paths.ts'
import { counted, plural } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { DraftEffect } from './DraftEffect.tsx'
import { earlyErrors, newRuleId, type RuleDraft, ruleOf } from './ruleDraft.ts'
import { RuleFields } from './RuleFields.tsx'
import { NotSaved, RulesMoved } from '../SaveTrouble.tsx'
import { useSaveRules } from '../useSaveRules.ts'

type Props = {
  now: ApprovalRules
  /** The rule that is edited; undefined for a new one. */
  edited: ApprovalRule | undefined
  start: RuleDraft
}

/** A rule with its conditions, and beside it what it says and would have done. */
export function RuleForm({ now, edited, start }: Props) {
  const [draft, setDraft] = useState(start)
  const [from, setFrom] = useState(now)
  const [isTried, setTried] = useState(false)
  const form = useId()
  const navigate = useNavigate()
  const save = useSaveRules(() => {
    toast({ id: 'rule saved', title: `${draft.name.trim()} is saved`, tone: 'ok' })
    void navigate(paths.settings.approvals())
  })
  const id =
    edited?.id ??
    newRuleId(
      draft.name,
      now.rules.map((rule) => rule.id),
    )
  const { rule, errors = {} } = ruleOf(draft, { id, isOn: edited?.isOn ?? true })
  const wrong = Object.keys(errors).length
  const unnamed = ruleOf({ ...draft, name: '-' }, { id: 'draft', isOn: true }).rule
  const isMoved = now.version !== from.version && !save.isPending
  const change = (next: Partial<RuleDraft>): void => {
    setDraft((before) => ({ ...before, ...next }))
    save.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    flushSync(() => setTried(true))
    if (!rule) goToError(event.currentTarget)
    if (rule && !isMoved && !save.isPending) save.mutate({ from, rules: withRule(now.rules, rule), about: rule.id })
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card>
        <form id={form} className="flex flex-col gap-4" onSubmit={submit} noValidate>
          <RuleFields
            draft={draft}
            startedWith={start}
            errors={isTried ? errors : earlyErrors(errors)}
            onChange={change}
          />
        </form>
      </Card>
      <DraftEffect rule={unnamed} />
      <div className="flex min-w-0 flex-col gap-4">
        {isMoved ? (
          <RulesMoved from={from} now={now} onReview={() => setFrom(now)}>
            {edited && <p>If you save, your entries replace what is there of {edited.name}.</p>}
          </RulesMoved>
        ) : (
          save.error && <NotSaved error={save.error} from={from} now={now} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            form={form}
            look="primary"
            busy={save.isPending}
            blocked={isMoved ? 'The rules have changed: read above what changed.' : undefined}
          >
            Save rule
          </Button>
          <LinkButton to={paths.settings.approvals()}>Cancel</LinkButton>
        </div>
        {isTried && !rule && (
          <p role="status" className="text-danger">
            Not saved: {counted(wrong, 'field')} above {plural(wrong, 'has an error', 'have errors')}.
          </p>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the first field with an error, also if its part of the form is collapsed. */
function goToError(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/** The rules with this one, in the place of the one with its id. */
const withRule = (rules: readonly ApprovalRule[], rule: ApprovalRule): ApprovalRule[] =>
  rules.some(({ id }) => id === rule.id) ? rules.map((one) => (one.id === rule.id ? rule : one)) : [...rules, rule]
