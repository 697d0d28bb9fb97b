import { Suspense, useState } from 'react'
import { useWhyNot } from '#src/api/whyNot.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Button } from '#src/ui/Button.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import type { Acknowledged } from './AcknowledgeDialog.tsx'

// Seldom needed, and Home is everyone's first page, so the dialog is loaded on demand.
const LazyDialog = lazyPart(async () => (await import('./AcknowledgeDialog.tsx')).AcknowledgeDialog, PartMissing)

/** Acknowledges something that the console reports; asks for the reason. */
export function AcknowledgeButton(props: Acknowledged) {
  const whyNot = useWhyNot('change', { ref: props.stack })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" blocked={whyNot} onClick={open}>
        Dismiss…
      </Button>
      {wasOpened && (
        <Suspense>
          <LazyDialog {...props} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
