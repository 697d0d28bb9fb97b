import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApprovalRules } from '#contract/approvals.ts'
import { ruleChanges } from '#domain/approvals/ruleChanges.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { sessionQueries } from '#src/api/session.ts'
import { TextEditor } from '#src/features/editor/TextEditor.tsx'
import { paths } from '#src/lib/paths.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { ChangedRules } from './ChangedRules.tsx'
import { rulesOfText, textOfRules } from './rulesText.ts'
import { NotSaved, RulesMoved } from './SaveTrouble.tsx'
import { useSaveRules } from './useSaveRules.ts'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(approvalRuleQueries.inForce()), client.ensureQueryData(sessionQueries.connect())])

/** The rules as JSON, to keep them in git or to paste them. */
export default function JsonPage() {
  const { data: now } = useSuspenseQuery(approvalRuleQueries.inForce())
  return (
    <>
      <PageHeader
        title="Rules as JSON"
        breadcrumbs={[{ to: paths.settings.approvals(), label: 'Approvals' }]}
        meta={<span>To keep them in git, or to paste those of another server</span>}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <RulesEditor now={now} />
        <Commands version={now.version} />
      </div>
    </>
  )
}

function RulesEditor({ now }: { now: ApprovalRules }) {
  const [from, setFrom] = useState(now)
  const [shown, setShown] = useState(now)
  const initial = useMemo(() => textOfRules(shown.rules), [shown])
  const [text, setText] = useState(initial)
  if (from !== now && text === initial) {
    // Nothing was entered, so nothing can be lost.
    setFrom(now)
    setShown(now)
    setText(textOfRules(now.rules))
  }
  const settled = useSettled(text, 300)
  const read = useMemo(() => rulesOfText(settled), [settled])
  const changes = useMemo(() => ('rules' in read ? ruleChanges(now.rules, read.rules) : []), [read, now])
  const navigate = useNavigate()
  const save = useSaveRules(({ version }) => {
    toast({ id: 'rules saved', title: `Version ${version} of the rules is saved`, tone: 'ok' })
    void navigate(paths.settings.approvals())
  })
  const isMoved = now.version !== from.version && !save.isPending
  const blocked = isMoved
    ? 'The rules have changed: read above what changed.'
    : 'problems' in read || settled !== text
      ? 'The text is not valid.'
      : changes.length === 0
        ? 'Nothing has changed.'
        : undefined
  return (
    <Card
      title={now.version === 0 ? 'No rules yet' : `Version ${now.version}`}
      actions={<CopyButton text={text} label="Copy the rules" isLines />}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <TextEditor
          key={shown.version}
          label="The rules as JSON"
          initial={initial}
          onChange={(next) => {
            setText(next)
            save.reset()
          }}
          problems={'problems' in read ? read.problems : []}
          fine={<ChangedRules changes={changes} now={now} />}
        />
        {isMoved ? (
          <RulesMoved from={from} now={now} onReview={() => setFrom(now)}>
            <p>If you save this text, it replaces that.</p>
          </RulesMoved>
        ) : (
          save.error && <NotSaved error={save.error} from={from} now={now} />
        )}
        <div>
          <Button
            look="primary"
            busy={save.isPending}
            blocked={blocked}
            onClick={() => 'rules' in read && save.mutate({ from, rules: read.rules, about: '' })}
          >
            Save rules
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The same from a terminal or a CI job. */
function Commands({ version }: { version: number }) {
  const { apiUrl } = useSuspenseQuery(sessionQueries.connect()).data
  const url = `${apiUrl}/api/ui/approval-rules`
  const token = '-H "Authorization: token $TOKEN"'
  return (
    <Card look="section" title="From a terminal or CI">
      <div className="flex min-w-0 flex-col gap-2">
        <p className="max-w-prose text-muted">
          <code>TOKEN</code> is the access token of an administrator, with the admin scope.
        </p>
        <h3 className="font-semibold">Read the rules</h3>
        <CodeLine code={`curl ${url} ${token}`} label="Copy the command that reads the rules" />
        <h3 className="mt-2 font-semibold">Replace the rules</h3>
        <CodeLine
          code={`curl -X PUT ${url} ${token} -H 'Content-Type: application/json' -d @approval-rules.json`}
          label="Copy the command that saves the rules"
        />
        <p className="max-w-prose text-muted">
          {version === 0
            ? 'To save only if no one else has saved rules before you'
            : 'To save only if no one else has changed the rules since you read them'}
          , add the version that you read to the file: <code>"basis": {version}</code>.
        </p>
      </div>
    </Card>
  )
}
