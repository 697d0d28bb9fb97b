import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { EntryMenu } from '#src/features/editor/EntryMenu.tsx'
import type { Entries } from '#src/features/resources/entries.ts'
import { paths } from '#src/lib/paths.ts'

type Props = { stack: StackRef; entries: Entries; index: number }

/** The actions for the selected entry, carried out in the editor. */
export function EntryActions({ stack, entries, index }: Props) {
  const navigate = useNavigate()
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const blocked = useWhyNot('write', detail)
  const urn = entries.urnOf(index)
  const marks = entries.marksOf(index)
  return (
    <EntryMenu
      entry={{
        urn,
        type: entries.typeOf(index),
        id: null,
        isProtected: marks.includes('protect'),
        isTainted: marks.includes('taint'),
        isOld: marks.includes('delete'),
      }}
      blocked={blocked}
      onAction={(action) => void navigate(paths.edit(stack, { urn, index, do: action }))}
    />
  )
}
