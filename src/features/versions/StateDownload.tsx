import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackRef } from '#contract/common.ts'
import { stateFileAddress } from '#src/api/edits.ts'
import { textOfFile, tryFile } from '#src/api/http/client.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { saveFile } from '#src/lib/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

type Props = {
  stack: StackRef
  /** The current one by default. */
  version?: number
  className: string
  children: ReactNode
  title?: string
  'aria-label'?: string
}

/**
 * A link that downloads a state. The server is asked first whether it may: otherwise the browser would show the refusal
 * as raw text, or only say that the download failed.
 */
export function StateDownload({ stack, version, children, ...rest }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const isGiven = useRef(false)
  const address = stateFileAddress(stack, version)
  const onClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (isGiven.current) {
      isGiven.current = false
      return
    }
    event.preventDefault()
    if (stack.org === OPENED_ORG) {
      textOfFile(address).then(
        (text) => saveFile(`${stack.project}-${stack.stack}.json`, new Blob([text], { type: 'application/json' })),
        (error: unknown) => setRefusal(troubleOf(error).detail),
      )
      return
    }
    const link = event.currentTarget
    const start = () => {
      isGiven.current = true
      link.click()
    }
    tryFile(address).then(start, (error: unknown) => setRefusal(troubleOf(error).detail))
  }
  return (
    <>
      <a {...rest} href={address} download onClick={onClick}>
        {children}
      </a>
      <Dialog
        open={refusal !== undefined}
        onOpenChange={() => setRefusal(undefined)}
        title="The state can’t be downloaded"
        description={refusal}
        actions={<Button onClick={() => setRefusal(undefined)}>Close</Button>}
      />
    </>
  )
}
