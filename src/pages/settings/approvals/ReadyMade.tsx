import { useQuery } from '@tanstack/react-query'
import type { ApprovalRule, ApprovalRules, LookBack } from '#contract/approvals.ts'
import { ruleSentence } from '#domain/approvals/words.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { LookBackText } from './LookBackText.tsx'
import { skippedWords } from './lookBackWords.ts'
import { NotSaved } from './SaveTrouble.tsx'
import { useSaveRules } from './useSaveRules.ts'

type Props = {
  now: ApprovalRules
  rules: readonly ApprovalRule[]
  isAlone: boolean
  onSwitchedOn: (id: string) => void
}

/** Rules to switch on with a click, each with what it would have done on this server. */
export function ReadyMade({ now, rules, isAlone, onSwitchedOn }: Props) {
  const { data, error } = useQuery(approvalRuleQueries.lookBack(rules))
  const save = useSaveRules()
  const taken = new Set(now.rules.map(({ id }) => id))
  const offered = rules.filter(({ id }) => !taken.has(id))
  if (offered.length === 0) return null
  const skipped = data && skippedWords(data)
  return (
    <Card title="Ready-made rules" padding="none">
      {isAlone && (
        <p className="border-b border-line px-4 py-2 text-muted">
          You are the only user who can allow a step, so these rules let you allow your own runs, in a browser.
        </p>
      )}
      {error && (
        <Notice tone="attention" title="What they would have done is not known" className="m-4">
          {troubleOf(error).detail}
        </Notice>
      )}
      <ul>
        {offered.map((rule) => {
          const isAbout = save.variables?.about === rule.id
          return (
            <li key={rule.id} className="flex min-w-0 flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
              <Offer
                rule={rule}
                lookBack={data}
                isWaiting={data === undefined && error === null}
                isSaving={isAbout && save.isPending}
                onSwitchOn={() => {
                  onSwitchedOn(rule.id)
                  save.mutate({ from: now, rules: [...now.rules, rule], about: rule.id })
                }}
              />
              {isAbout && save.error && <NotSaved error={save.error} from={save.variables.from} now={now} />}
            </li>
          )
        })}
      </ul>
      {skipped !== undefined && <p className="border-t border-line px-4 py-2 text-sm text-muted">{skipped}</p>}
    </Card>
  )
}

type OfferProps = {
  rule: ApprovalRule
  lookBack: LookBack | undefined
  isWaiting: boolean
  isSaving: boolean
  onSwitchOn: () => void
}

const Offer = ({ rule, lookBack, isWaiting, isSaving, onSwitchOn }: OfferProps) => (
  <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2">
    <div className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:basis-full">
      <h3 className="font-medium">{rule.name}</h3>
      <p className="wrap-anywhere text-muted">{ruleSentence(rule)}</p>
      {lookBack && <LookBackText rule={rule} lookBack={lookBack} />}
      {isWaiting && <p className="text-muted">Looking through the runs of the last 90 days…</p>}
    </div>
    <span className="inline-flex gap-2">
      <LinkButton
        size="sm"
        look="plain"
        to={paths.settings.approvalRule({ from: rule.id })}
        aria-label={`Adjust ${rule.name}`}
      >
        Adjust…
      </LinkButton>
      <Button size="sm" busy={isSaving} aria-label={`Switch on ${rule.name}`} onClick={onSwitchOn}>
        Switch on
      </Button>
    </span>
  </div>
)
