import { useMemo, useState } from 'react'
import Hand from 'lucide-react/icons/hand'
import type { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { ruleSentence } from '#domain/approvals/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Status } from '#src/ui/Status.tsx'
import { counted } from '#words/counts.ts'
import { RemoveRuleDialog } from './RemoveRuleDialog.tsx'
import { NotSaved } from './SaveTrouble.tsx'
import { SavedBy } from './SavedBy.tsx'
import { useSaveRules } from './useSaveRules.ts'

/** With more rules than this, they can be searched. */
const FEW = 10
const SHOWN = 50

type Props = {
  now: ApprovalRules
  /** The rule that the user has just switched on elsewhere: the focus goes to it, as the button for that is gone. */
  added: string | undefined
}

/** The rules, each with a switch, in the order in which they were added. */
export function RuleList({ now, added }: Props) {
  const { rules } = now
  const [words, setWords] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const [removed, setRemoved] = useState<ApprovalRule>()
  const save = useSaveRules()
  const found = useMemo(() => rules.filter(matching(words)), [rules, words])
  const on = rules.filter(({ isOn }) => isOn).length
  const flip = (rule: ApprovalRule): void =>
    save.mutate({
      from: now,
      rules: rules.map((one) => (one.id === rule.id ? { ...one, isOn: !one.isOn } : one)),
      about: rule.id,
    })
  return (
    <Card
      title={`${counted(rules.length, 'rule')}, ${on === rules.length ? 'all' : on === 0 ? 'none' : on} on`}
      padding="none"
    >
      {rules.length > FEW && (
        <div className="border-b border-line px-4 py-2">
          <SearchField label="Find a rule" value={words} onChange={setWords} matches={found.length} />
        </div>
      )}
      <ul>
        {found.slice(0, shown).map((rule) => {
          const isAbout = save.variables?.about === rule.id
          return (
            <li key={rule.id} className="flex min-w-0 flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
              <RuleRow
                rule={rule}
                takesFocus={rule.id === added}
                isFlipping={isAbout && save.isPending}
                onFlip={() => flip(rule)}
                onRemove={() => setRemoved(rule)}
              />
              {isAbout && save.error && <NotSaved error={save.error} from={save.variables.from} now={now} />}
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p className="px-4 py-3 text-muted">No rule matches “{words}”.</p>}
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-sm text-muted">
        <ShowMore shown={shown} total={found.length} step={SHOWN} onMore={setShown} />
        <span>
          Version {now.version}
          <SavedBy version={now} />. A change counts at once, also for steps that wait.
        </span>
      </footer>
      {removed && <RemoveRuleDialog rule={removed} now={now} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

const matching =
  (words: string) =>
  (rule: ApprovalRule): boolean => {
    const text = `${rule.name} ${rule.id} ${ruleSentence(rule)}`.toLowerCase()
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  }

type RowProps = {
  rule: ApprovalRule
  takesFocus: boolean
  isFlipping: boolean
  onFlip: () => void
  onRemove: () => void
}

function RuleRow({ rule, takesFocus, isFlipping, onFlip, onRemove }: RowProps) {
  const isOn = isFlipping ? !rule.isOn : rule.isOn
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:basis-full">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3">
          <Checkbox
            role="switch"
            aria-checked={isOn}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the user was is gone
            autoFocus={takesFocus}
            label={<span className="font-medium wrap-anywhere">{rule.name}</span>}
            checked={isOn}
            onChange={() => {
              if (!isFlipping) onFlip()
            }}
          />
          <Effect rule={rule} isOn={isOn} />
        </div>
        <p className="ml-6 line-clamp-4 wrap-anywhere text-muted">{ruleSentence(rule)}</p>
      </div>
      <span className="inline-flex gap-2 max-sm:ml-6">
        <LinkButton size="sm" to={paths.settings.approvalRule({ id: rule.id })} aria-label={`Edit ${rule.name}`}>
          Edit…
        </LinkButton>
        <Button size="sm" aria-label={`Remove ${rule.name}`} onClick={onRemove}>
          Remove…
        </Button>
      </span>
    </div>
  )
}

const Effect = ({ rule, isOn }: { rule: ApprovalRule; isOn: boolean }) =>
  isOn ? (
    rule.action.kind === 'refuse' ? (
      <Status tone="danger">Refuses</Status>
    ) : (
      <Status tone="waiting" Icon={Hand}>
        Holds
      </Status>
    )
  ) : (
    <span className="text-muted">Off</span>
  )
