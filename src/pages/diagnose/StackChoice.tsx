import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { useDeferredValue, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Picker } from '#src/ui/Picker.tsx'

type Props = {
  stack: StackRef | undefined
  /** Choosing a stack is the first step here. */
  isFirst?: boolean
  onChange: (stack: StackRef | undefined) => void
}

/** The stack for which commands are filled in; none yet if undefined. */
export function StackChoice({ stack, isFirst = false, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {stack ? (
        <>
          <span className="min-w-0 wrap-anywhere">
            <span className="text-muted">Commands for</span> <span className="font-mono">{fullName(stack)}</span>
          </span>
          <Button size="sm" onClick={() => setOpen(true)}>
            Another stack
          </Button>
          <Button size="sm" look="plain" onClick={() => onChange(undefined)}>
            No stack
          </Button>
        </>
      ) : (
        <>
          <Button look={isFirst ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
            <Layers aria-hidden /> Choose a stack
          </Button>
          <span className="text-sm text-muted">and every command below has its name in it.</span>
        </>
      )}
      {isOpen && (
        <StackPicker
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false)
            onChange(picked)
          }}
        />
      )}
    </div>
  )
}

function StackPicker({ onClose, onPick }: { onClose: () => void; onPick: (stack: StackRef) => void }) {
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data } = useQuery({
    ...stackQueries.list({ search: search || undefined }),
    placeholderData: keepPreviousData,
  })
  const items = (data?.stacks ?? []).map(({ ref }) => ({
    key: fullName(ref),
    label: fullName(ref),
    Icon: Layers,
    ref,
  }))
  return (
    <Dialog open onOpenChange={onClose} title="Which stack?">
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
