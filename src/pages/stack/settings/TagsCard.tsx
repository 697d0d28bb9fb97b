import { useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { shell } from '#domain/shell.ts'
import { cliName } from '#domain/stackName.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { replaceTags, stackQueries, useNamedStack } from '#src/api/stacks.ts'
import { ownTags } from '#src/features/stacks/list/grouping.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Row = { name: string; value: string }

/** User-defined tags, editable, and those of the CLI, read-only. */
export function TagsCard({ stack, tags }: { stack: StackRef; tags: Readonly<Record<string, string>> }) {
  const client = useQueryClient()
  const named = useNamedStack(stack)
  const mayNot = useWhyNot('change', { ref: stack })
  const own = ownTags(tags).map(([name, value]) => ({ name, value }))
  const builtIn = Object.entries(tags).filter(([name]) => !own.some((row) => row.name === name))
  const [rows, setRows] = useState<readonly Row[]>(own)
  const save = useMutation({
    mutationFn: () =>
      replaceTags(stack, {
        ...Object.fromEntries(builtIn),
        ...Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value])),
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: stackQueries.one(stack) }),
        client.invalidateQueries({ queryKey: stackQueries.lists() }),
      ]),
  })
  const change = (index: number, row: Partial<Row>) =>
    setRows(rows.map((each, at) => (at === index ? { ...each, ...row } : each)))
  const [first] = rows.filter(({ name }) => name !== '')
  return (
    <Card look="section" title="Tags">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (blockedBy(rows, own, mayNot) === undefined) save.mutate()
        }}
      >
        {rows.map((row, index) => (
          <div key={index} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={`Name of tag ${index + 1}`}
                readOnly={mayNot !== undefined}
                hideLabel
                placeholder="Name"
                mono
                value={row.name}
                onChange={(name) => change(index, { name })}
              />
            </div>
            <div className="min-w-0 flex-1">
              <TextField
                label={`Value of tag ${index + 1}`}
                readOnly={mayNot !== undefined}
                hideLabel
                placeholder="Value"
                value={row.value}
                onChange={(value) => change(index, { value })}
              />
            </div>
            {mayNot === undefined && (
              <IconButton
                label={`Remove tag ${row.name || index + 1}`}
                Icon={X}
                onClick={() => setRows(rows.filter((_, at) => at !== index))}
              />
            )}
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          {mayNot === undefined && (
            <Button onClick={() => setRows([...rows, { name: '', value: '' }])}>
              <Plus aria-hidden /> Add tag
            </Button>
          )}
          <Button type="submit" look="primary" busy={save.isPending} blocked={blockedBy(rows, own, mayNot)}>
            Save tags
          </Button>
        </div>
        {save.error && (
          <Notice tone="danger" title="Not saved">
            {troubleOf(save.error).detail}
          </Notice>
        )}
        <p className="text-muted">With the CLI:</p>
        <CodeLine
          code={shell`pulumi stack tag set ${first?.name ?? 'NAME'} ${first?.value ?? 'VALUE'} --stack ${cliName(named)}`}
        />
        {builtIn.length > 0 && (
          <div className="text-sm text-muted">
            <p>Set by the CLI:</p>
            <ul aria-label="Set by the CLI" className="flex flex-col gap-0.5">
              {builtIn.map(([name, value]) => (
                <li key={name} className="wrap-anywhere">
                  <Mono>{name}</Mono> {value}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Card>
  )
}

function blockedBy(rows: readonly Row[], own: readonly Row[], mayNot: string | undefined): string | undefined {
  if (mayNot !== undefined) return mayNot
  if (JSON.stringify(rows) === JSON.stringify(own)) return 'Nothing has changed.'
  const names = rows.map(({ name }) => name.trim())
  if (names.includes('')) return 'Every tag needs a name.'
  return new Set(names).size < names.length ? 'Two tags have the same name.' : undefined
}
