import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { troubleOf } from '#src/api/problem.ts'
import { createToken, sessionQueries } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** Makes a token and shows its value, once: it lives in this component and nowhere else. */
export function NewToken() {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: () => {
      setName('')
      return client.invalidateQueries({ queryKey: sessionQueries.tokens().queryKey })
    },
    gcTime: 0, // the value is not kept
  })
  const isEmpty = name.trim() === ''
  return (
    <Card title="New token">
      <div className="flex flex-col gap-4">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isEmpty) create.mutate(name.trim())
          }}
        >
          <div className="min-w-56 flex-1">
            <TextField
              label="Name"
              placeholder="What will use it: laptop, ci-runner-7"
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={setName}
            />
          </div>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending}
            blocked={isEmpty ? 'Give it a name first.' : undefined}
          >
            Make token
          </Button>
        </form>
        {create.isError && (
          <Notice tone="danger" title="No token was made">
            {troubleOf(create.error).detail}
          </Notice>
        )}
        {create.isSuccess && (
          <Notice
            tone="attention"
            title={`Copy “${create.data.token.name}” now: it is shown this once`}
            actions={
              <Button size="sm" onClick={() => create.reset()}>
                I have copied it
              </Button>
            }
          >
            <p className="mb-2">Only its fingerprint is kept here. Whoever has it can do what you can.</p>
            <CodeLine code={create.data.value} label="Copy the token" />
          </Notice>
        )}
      </div>
    </Card>
  )
}
