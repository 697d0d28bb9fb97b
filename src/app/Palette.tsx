import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Picker, type PickerItem } from '#src/ui/Picker.tsx'
import { mainPages, toolPages } from './navigation.ts'

type Goal = PickerItem & { to: string }

/** Go anywhere by name: stacks, and the main pages. */
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
  const goals = query.trim() === '' ? [...pages, ...stacks] : [...stacks, ...pages]
  return (
    <Dialog open onOpenChange={onClose} title="Go to">
      <Picker
        label="A stack or a page"
        query={query}
        onQuery={setQuery}
        items={goals}
        onPick={({ to }) => {
          onClose()
          void navigate(to)
        }}
        nothing={`No stack and no page has “${query}” in its name.`}
      />
    </Dialog>
  )
}
