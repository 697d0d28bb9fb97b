import { useState } from 'react'
import { RetentionRule } from '#contract/retention.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { start: RetentionRule | undefined; onAsk: (rule: RetentionRule) => void }

const parsed = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const WRONG = 'Enter a whole number, 1 or more.'
const ASK = 'Enter a number of versions or days.'

/** Asks which versions to keep. The answer is only previewed: nothing is set or removed by it. */
export function RetentionForm({ start, onAsk }: Props) {
  const [newest, setNewest] = useState(start?.keepNewest?.toString() ?? '')
  const [days, setDays] = useState(start?.keepDays?.toString() ?? '')
  const rule = RetentionRule.safeParse({ keepNewest: parsed(newest), keepDays: parsed(days) })
  const wrong = (key: string) => (rule.error?.issues.some(({ path }) => path[0] === key) === true ? WRONG : undefined)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Card title="What to keep">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (rule.success) onAsk(rule.data)
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Newest versions to keep, of each stack"
              hint="Empty: the number does not matter."
              inputMode="numeric"
              autoComplete="off"
              placeholder="for example 50"
              value={newest}
              onChange={setNewest}
              error={wrong('keepNewest')}
            />
            <TextField
              label="Days to keep"
              hint="Versions that were current within this many days. Empty: the age does not matter."
              inputMode="numeric"
              autoComplete="off"
              placeholder="for example 90"
              value={days}
              onChange={setDays}
              error={wrong('keepDays')}
            />
          </div>
          <p className="max-w-prose text-muted">
            With both filled in, a version is kept if either keeps it: with 50 and 90, the newest 50 and everything that
            was current in the last 90 days. With only one, that alone decides. The preview lists what would be removed,
            and removes nothing.
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button type="submit" look="primary" blocked={rule.success ? undefined : ASK}>
              Preview
            </Button>
            {!rule.success && (
              <span aria-hidden className="text-muted">
                {ASK}
              </span>
            )}
          </div>
        </form>
      </Card>
      <AlwaysKept />
    </div>
  )
}

/** What no rule removes. */
const AlwaysKept = () => (
  <Card look="section" title="Always kept">
    <ul className="flex list-disc flex-col gap-1.5 pl-4">
      <li>the current state, and the state the last run started from</li>
      <li>all versions of a stack with a running or interrupted update, or with pending operations</li>
      <li>all versions of a stack deleted less than 30 days ago</li>
      <li>the history of updates: only the states of old versions are removed</li>
    </ul>
  </Card>
)
