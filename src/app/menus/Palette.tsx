import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Layers from 'lucide-react/icons/layers'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { findProblems } from '#domain/problems/list.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Picker, type PickerItem } from '#src/ui/Picker.tsx'
import { mainPages, toolPages } from '../navigation.ts'

type Goal = PickerItem & { to: string }

/** More of them would hide the stacks. */
const MOST_PROBLEMS = 5

/** Go anywhere by name: stacks, the main pages, and what is known of a problem. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data } = useQuery({
    ...stackQueries.list({ search: search || undefined }),
    placeholderData: keepPreviousData,
  })
  const pages: Goal[] = [...mainPages, ...toolPages]
    .filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
    .map(({ to, label, Icon }) => ({ key: to, to, label, Icon, detail: 'page' }))
  const stacks: Goal[] = (data?.stacks ?? []).map(({ ref }) => {
    const to = paths.stack(ref)
    return { key: to, to, label: `${ref.org}/${ref.project}/${ref.stack}`, Icon: Layers, detail: 'stack' }
  })
  const problems: Goal[] = findProblems(query)
    .slice(0, query.trim() === '' ? 0 : MOST_PROBLEMS)
    .map(({ id, title }) => ({ key: id, to: paths.problem(id), label: title, Icon: CircleHelp, detail: 'problem' }))
  const goals = query.trim() === '' ? [...pages, ...stacks] : [...stacks, ...pages, ...problems]
  return (
    <Dialog open onOpenChange={onClose} title="Go to">
      <Picker
        label="A stack, a page or a problem"
        query={query}
        onQuery={setQuery}
        items={goals}
        onPick={({ to }) => {
          onClose()
          void navigate(to)
        }}
        nothing={`No results for “${query}”`}
      />
    </Dialog>
  )
}
