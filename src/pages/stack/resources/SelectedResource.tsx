import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { ResourceHistory } from '#contract/resources.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { factsOfRow } from '#src/features/editor/entryFacts.ts'
import { EntryMenu } from '#src/features/editor/EntryMenu.tsx'
import { ResourceDetails } from '#src/features/resources/ResourceDetails.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { changeFact, createdWords } from './resourceFacts.ts'
import type { Rows } from './useRows.ts'

type Props = {
  stack: StackDetail
  rows: Rows
  /** The address with another resource selected. */
  linkTo: (urn: string) => string
  onClose: () => void
}

/** The selected resource: its values, its history, what to ask the graph, and its actions. */
export function SelectedResource({ stack, rows, linkTo, onClose }: Props) {
  const { ref, tags } = stack
  const { entries, selected, history, row } = rows
  const blocked = useWhyNot('write', stack)
  const navigate = useNavigate()
  const urn = entries.urnOf(selected)
  return (
    <Card padding="none">
      <ResourceDetails
        stack={ref}
        entries={entries}
        index={selected}
        tags={tags}
        isOpenFirst
        history={history && <History stack={ref} urn={urn} history={history} />}
        linkTo={linkTo}
        onClose={onClose}
        questions={
          <>
            <LinkButton size="sm" to={paths.graph(ref, { focus: urn })}>
              Focus in the graph
            </LinkButton>
            <LinkButton size="sm" to={paths.graph(ref, { focus: urn, view: 'reach' })}>
              Blast radius
            </LinkButton>
          </>
        }
        actions={
          row && (
            <EntryMenu
              entry={factsOfRow(row)}
              blocked={blocked}
              onAction={(action) => void navigate(paths.edit(ref, { urn: row.urn, index: row.index, do: action }))}
            />
          )
        }
        className="lg:max-h-[calc(100cqh-2px)]"
      />
    </Card>
  )
}

/** Links to the updates that created and last changed a resource. */
function History({ stack, urn, history }: { stack: StackRef; urn: string; history: ResourceHistory }) {
  const entry = history.changes.find((each) => each.urn === urn)
  const change = changeFact(stack, entry, history)
  if (change === undefined) return 'Not in the latest updates'
  const { created, changed } = entry ?? { created: null, changed: null }
  return (
    <>
      {created !== null && created !== changed && (
        <>
          <TextLink to={paths.update(stack, created)}>{createdWords(created, history)}</TextLink>,{' '}
        </>
      )}
      {change.to === undefined ? change.title : <TextLink to={change.to}>{change.title}</TextLink>}
    </>
  )
}
