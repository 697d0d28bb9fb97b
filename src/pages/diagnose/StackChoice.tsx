import Layers from 'lucide-react/icons/layers'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { StackPicker } from '#src/features/stacks/StackPicker.tsx'
import { Button } from '#src/ui/Button.tsx'

type Props = {
  stack: StackRef | undefined
  /** The stack that the text names, which counts while none is chosen. */
  found?: StackRef | undefined
  /** Choosing a stack is the first step here. */
  isFirst?: boolean
  onChange: (stack: StackRef | undefined) => void
}

/** The stack for which commands are filled in; none yet if undefined. */
export function StackChoice({ stack, found, isFirst = false, onChange }: Props) {
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
      ) : found ? (
        <>
          <span className="min-w-0 wrap-anywhere">
            <span className="text-muted">Stack in the log:</span> <span className="font-mono">{fullName(found)}</span>
          </span>
          <Button size="sm" onClick={() => setOpen(true)}>
            Another stack
          </Button>
        </>
      ) : (
        <>
          <Button look={isFirst ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
            <Layers aria-hidden /> Choose a stack
          </Button>
          <span className="text-sm text-muted">to fill in the commands</span>
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
