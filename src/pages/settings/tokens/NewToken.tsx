import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { CreatedToken, NewToken as TokenRequest, Scope } from '#contract/session.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { lesserScope, lifetimeOf, lifetimes, scopesUpTo, scopeWords } from '#src/features/access/accessWords.ts'

type Props = {
  /** The highest scope that the token may have. */
  most: Scope
  create: (request: TokenRequest) => Promise<z.output<typeof CreatedToken>>
  onCreated: () => Promise<void>
}

/** Creates a token and shows its value once: it lives in this component and nowhere else. */
export function NewToken({ most, create: make, onCreated }: Props) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: make,
    onSuccess: () => {
      setName('')
      return onCreated()
    },
    gcTime: 0, // the value is not kept
  })
  return (
    <div className="flex flex-col gap-4">
      <TokenForm {...{ most, name }} isPending={create.isPending} onName={setName} onCreate={create.mutate} />
      {create.isError && (
        <Notice tone="danger" title="No token was created">
          {troubleOf(create.error).detail}
        </Notice>
      )}
      {create.isSuccess && <CreatedValue value={create.data.value} onDone={create.reset} />}
    </div>
  )
}

type FormProps = Pick<Props, 'most'> & {
  name: string
  isPending: boolean
  onName: (name: string) => void
  onCreate: (request: TokenRequest) => void
}

/** Asks for the name, the scope and the lifetime of a token. */
function TokenForm({ most, name, isPending, onName, onCreate }: FormProps) {
  const [wanted, setScope] = useState<Scope>('operate')
  const [lifetime, setLifetime] = useState('')
  const scope = lesserScope(wanted, most)
  const isEmpty = name.trim() === ''
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onCreate({ name: name.trim(), scope, expiresInDays: lifetimeOf(lifetime) })
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-56 basis-full">
          <TextField
            label="Name"
            placeholder="What will use it: laptop, ci-runner-7"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={onName}
          />
        </div>
        <div className="w-36 max-sm:min-w-28 max-sm:flex-1">
          <SelectField
            label="Scope"
            options={scopesUpTo(most).map((value) => ({ value, label: scopeWords[value].label }))}
            value={scope}
            onChange={setScope}
          />
        </div>
        <div className="w-36 max-sm:min-w-28 max-sm:flex-1">
          <SelectField label="Expires" options={lifetimes} value={lifetime} onChange={setLifetime} />
        </div>
        <Button type="submit" look="primary" busy={isPending} blocked={isEmpty ? 'Give it a name first.' : undefined}>
          Create token
        </Button>
      </div>
      <p className="text-sm text-muted" aria-live="polite">
        {scopeWords[scope].label}: {scopeWords[scope].text}
      </p>
    </form>
  )
}

/** The value of a new token, until it has been copied. */
const CreatedValue = ({ value, onDone }: { value: string; onDone: () => void }) => (
  <Notice
    tone="attention"
    title="Copy your token now. You won’t see it again."
    actions={
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    }
  >
    <p className="mb-2">Only its fingerprint is kept here. Anyone with this token gets its access.</p>
    <CodeLine code={value} label="Copy the token" />
  </Notice>
)
