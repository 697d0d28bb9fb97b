import { Suspense, useState } from 'react'
import type { Alarm } from '#contract/alarms.ts'
import { useWhyNotOperate } from '#src/api/rights.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Button } from '#src/ui/Button.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'

// Alarms are rare and Home is everyone's first page, so the dialog is loaded on demand.
const LazyDialog = lazyPart(async () => (await import('./AcknowledgeDialog.tsx')).AcknowledgeDialog, PartMissing)

/** Acknowledges an alarm; asks for the reason. */
export function AcknowledgeButton({ alarm }: { alarm: Alarm }) {
  const whyNot = useWhyNotOperate()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" blocked={whyNot} onClick={open}>
        Acknowledge…
      </Button>
      {wasOpened && (
        <Suspense>
          <LazyDialog alarm={alarm} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
