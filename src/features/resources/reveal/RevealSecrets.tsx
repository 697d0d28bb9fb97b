import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { isObject } from '#domain/json/jsonObject.ts'
import { editQueries } from '#src/api/edits.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { canDecrypt, decrypterOf } from './passphrase.ts'
import { hasSecrets } from './hasSecrets.ts'
import { revealed } from './revealed.ts'

type Properties = { inputs: unknown; outputs: unknown }

type Props = {
  stack: StackRef
  /** The entry of the current state. */
  urn: string
  index: number
  /** As the server returned them. */
  masked: Properties
  /** The same with the secrets that are shown now. */
  shown: Properties | undefined
  /** Undefined hides them again. */
  onChange: (revealed: Properties | undefined) => void
}

/**
 * Shows the secrets of a resource for one look, to a person who types the stack's passphrase. Passphrase, key and values
 * stay in this page, and none is kept.
 */
export function RevealSecrets({ stack, urn, index, masked, shown, onChange }: Props) {
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const step = shown ? 'shown' : isAsking ? 'asking' : 'offered'
  const before = useRef(step)
  // Each step replaces the control that led to it, which had the focus.
  useEffect(() => {
    if (before.current !== step) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = step
  }, [step])
  if (!canDecrypt())
    return (
      <p className="text-muted">To reveal secrets with the passphrase, open this page over HTTPS or on localhost.</p>
    )
  const done = (values: Properties | undefined) => {
    setAsking(false)
    if (values) onChange(values)
  }
  return (
    <div ref={box}>
      {shown ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="text-muted">
            Secrets stay visible until you close this resource or it changes.
            {hasSecrets([shown.inputs, shown.outputs]) && ' Some could not be decrypted and stay hidden.'}
          </p>
          <Button size="sm" onClick={() => onChange(undefined)}>
            Hide secrets
          </Button>
        </div>
      ) : isAsking ? (
        <PassphraseForm stack={stack} urn={urn} index={index} masked={masked} onDone={done} />
      ) : (
        <Button size="sm" onClick={() => setAsking(true)}>
          Reveal secrets…
        </Button>
      )}
    </div>
  )
}

type FormProps = Pick<Props, 'stack' | 'urn' | 'index' | 'masked'> & {
  onDone: (revealed: Properties | undefined) => void
}

function PassphraseForm({ stack, urn, index, masked, onDone }: FormProps) {
  const client = useQueryClient()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  /** The values, or why there are none. */
  async function reveal(): Promise<Properties | string> {
    const { text, salt } = await client.fetchQuery({ ...editQueries.entry(stack, urn, index), gcTime: 0 })
    if (salt === null) return 'The current state is not encrypted with a passphrase.'
    const decrypt = await decrypterOf(salt, passphrase)
    if (decrypt === null) return 'This is not the passphrase of the stack.'
    const stored: unknown = JSON.parse(text)
    const of = (key: keyof Properties) => revealed(masked[key], isObject(stored) ? stored[key] : undefined, decrypt)
    return { inputs: await of('inputs'), outputs: await of('outputs') }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const values = await reveal()
      if (!isOpen.current) return // it was cancelled meanwhile
      if (typeof values === 'string') setError(values)
      else onDone(values)
    } catch (failure) {
      setError(troubleOf(failure).detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <TextField
        label="Passphrase of the stack"
        hint="Used only in this page; never sent or stored."
        // No password field: browsers offer to keep what is typed there, whatever the page says.
        className="[-webkit-text-security:disc]"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={passphrase}
        onChange={(value) => {
          setPassphrase(value)
          setError(undefined)
        }}
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" look="primary" busy={isBusy}>
          Reveal
        </Button>
        <Button size="sm" onClick={() => onDone(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
