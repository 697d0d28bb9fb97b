import { useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { shell } from '#domain/shell.ts'
import { cliName } from '#domain/stackName.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { replaceTags, stackQueries, useNamedStack } from '#src/api/stacks.ts'
import { ownTags } from '#src/features/stacks/list/grouping.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Row = { name: string; value: string }

type Props = { stack: StackRef; tags: Readonly<Record<string, string>> }

/** So many tags before the buttons below them; the others are one click away. */
const FEW_TAGS = 10

/** User-defined tags, editable unless `isReadOnly`, and those of the CLI, read-only. */
export const TagsCard = ({ isReadOnly, ...props }: Props & { isReadOnly: boolean }) => (
  <Card look="section" title="Tags">
    {isReadOnly ? <ReadTags tags={props.tags} /> : <TagsForm {...props} />}
  </Card>
)

function ReadTags({ tags }: Pick<Props, 'tags'>) {
  const own = ownTags(tags)
  const [shown, setShown] = useState(FEW_TAGS)
  return (
    <div className="flex flex-col gap-3">
      {own.length === 0 ? (
        <p className="text-muted">No tags of your own.</p>
      ) : (
        <KeyValue
          items={own.slice(0, shown).map(([name, value]) => ({ key: name, label: <Mono>{name}</Mono>, value }))}
        />
      )}
      <ShowMore shown={shown} total={own.length} step={own.length} onMore={setShown} />
      <BuiltInTags tags={builtInOf(tags)} />
    </div>
  )
}

const builtInOf = (tags: Props['tags']): [name: string, value: string][] => {
  const own = new Set(ownTags(tags).map(([name]) => name))
  return Object.entries(tags).filter(([name]) => !own.has(name))
}

function TagsForm({ stack, tags }: Props) {
  const client = useQueryClient()
  const named = useNamedStack(stack)
  const own = ownTags(tags).map(([name, value]) => ({ name, value }))
  const builtIn = builtInOf(tags)
  const [rows, setRows] = useState<readonly Row[]>(own)
  const [shown, setShown] = useState(FEW_TAGS)
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
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (blockedBy(rows, own) === undefined) save.mutate()
      }}
    >
      {rows.slice(0, shown).map((row, index) => (
        <div key={index} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={`Name of tag ${index + 1}`}
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
              hideLabel
              placeholder="Value"
              value={row.value}
              onChange={(value) => change(index, { value })}
            />
          </div>
          <IconButton
            label={`Remove tag ${row.name || index + 1}`}
            Icon={X}
            onClick={() => setRows(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <ShowMore shown={shown} total={rows.length} step={rows.length} onMore={setShown} />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            setRows([...rows, { name: '', value: '' }])
            setShown(Infinity)
          }}
        >
          <Plus aria-hidden /> Add tag
        </Button>
        <Button type="submit" look="primary" busy={save.isPending} blocked={blockedBy(rows, own)}>
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
      <BuiltInTags tags={builtIn} />
    </form>
  )
}

const BuiltInTags = ({ tags }: { tags: readonly [name: string, value: string][] }) =>
  tags.length > 0 && (
    <div className="text-sm text-muted">
      <p>Set by the CLI:</p>
      <ul aria-label="Set by the CLI" className="flex flex-col gap-0.5">
        {tags.map(([name, value]) => (
          <li key={name} className="wrap-anywhere">
            <Mono>{name}</Mono> {value}
          </li>
        ))}
      </ul>
    </div>
  )

function blockedBy(rows: readonly Row[], own: readonly Row[]): string | undefined {
  if (JSON.stringify(rows) === JSON.stringify(own)) return 'Nothing has changed.'
  const names = rows.map(({ name }) => name.trim())
  if (names.includes('')) return 'Every tag needs a name.'
  return new Set(names).size < names.length ? 'Two tags have the same name.' : undefined
}
