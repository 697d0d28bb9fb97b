import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { useDeferredValue, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Picker } from '#src/ui/Picker.tsx'

type Props = {
  title?: string
  /** Not offered: the stack that the user comes from. */
  without?: StackRef
  onClose: () => void
  onPick: (stack: StackRef) => void
}

/** Chooses a stack by any part of its name, in a dialog. */
export function StackPicker({ title = 'Which stack?', without, onClose, onPick }: Props) {
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data } = useQuery({
    ...stackQueries.list({ search: search || undefined }),
    placeholderData: keepPreviousData,
  })
  const own = without && fullName(without)
  const items = (data?.stacks ?? [])
    .map(({ ref }) => ({ key: fullName(ref), label: fullName(ref), Icon: Layers, ref }))
    .filter(({ key }) => key !== own)
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <Picker
        label="Name of a stack"
        query={query}
        onQuery={setQuery}
        items={items}
        onPick={({ ref }) => onPick(ref)}
        nothing={data ? `No stack has “${query}” in its name.` : 'Looking…'}
      />
    </Dialog>
  )
}
