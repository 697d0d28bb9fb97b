import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SeenBy } from '#contract/backends.ts'
import { connectBackend, probeBackend } from '#src/api/backends.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { ProbeTable } from './ProbeTable.tsx'

const SEEN_BY: readonly { value: SeenBy; label: string }[] = [
  { value: 'administrators', label: 'Administrators only, until you give roles' },
  { value: 'everyone', label: 'Everyone who signs in' },
]

/** Connects a backend: its address is tried first, and what is there is shown before anything is connected. */
export function ConnectBackend({ onConnected }: { onConnected: () => Promise<unknown> }) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [keepsCopies, setKeepsCopies] = useState(true)
  const [seenBy, setSeenBy] = useState<SeenBy>('administrators')
  const probe = useMutation({ mutationFn: probeBackend })
  const connect = useMutation({
    mutationFn: () => connectBackend({ name: name.trim(), address: address.trim(), keepsCopies, seenBy }),
    onSuccess: async ({ name: connected }) => {
      setName('')
      setAddress('')
      probe.reset()
      toast({ id: 'connected', title: `${connected} is connected` })
      await onConnected()
    },
  })
  const isChecked = probe.isSuccess && probe.variables === address.trim()
  const whyNotCheck = address.trim() === '' ? 'Enter an address.' : undefined
  const whyNotConnect = !isChecked ? 'Check the address first.' : name.trim() === '' ? 'Enter a name.' : undefined
  const failure = connect.error ?? (probe.variables === address.trim() ? probe.error : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChecked) {
      if (whyNotConnect === undefined) connect.mutate()
    } else if (whyNotCheck === undefined) probe.mutate(address.trim())
  }
  return (
    <Card title="Connect a backend">
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
          <TextField
            mono
            label="Address"
            hint="As for pulumi login: s3://, gs://, azblob://, postgres:// or file:// and so on. Credentials are not entered here: this server needs them where the pulumi CLI looks for them."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={address}
            onChange={(text) => {
              setAddress(text)
              connect.reset()
            }}
          />
          <TextField
            label="Name"
            hint="The organization under which its stacks appear."
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            value={name}
            onChange={setName}
          />
        </div>
        <div className="w-full sm:w-80">
          <SelectField label="Seen by" value={seenBy} onChange={setSeenBy} options={SEEN_BY} />
        </div>
        <Checkbox
          label="Keep copies of the states that were seen"
          hint="A backend keeps only some earlier states. With copies, every state that Holdfast has seen is kept as a version."
          checked={keepsCopies}
          onChange={setKeepsCopies}
        />
        {failure && (
          <Notice tone="danger" title={connect.error ? 'Not connected' : 'The backend cannot be used'}>
            {troubleOf(failure).detail}
          </Notice>
        )}
        {isChecked && <ProbeTable probe={probe.data} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type={isChecked ? 'button' : 'submit'}
            look={isChecked ? 'quiet' : 'primary'}
            busy={probe.isPending}
            blocked={whyNotCheck}
            onClick={isChecked ? () => probe.mutate(address.trim()) : undefined}
          >
            {isChecked ? 'Check again' : 'Check'}
          </Button>
          <Button type="submit" look={isChecked ? 'primary' : 'quiet'} busy={connect.isPending} blocked={whyNotConnect}>
            Connect
          </Button>
        </div>
      </form>
    </Card>
  )
}
