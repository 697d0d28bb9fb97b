import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { nameIn } from '#domain/backends/diy/layout.ts'
import { backendsChanged, lookAtBackend } from '#src/api/backends.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/Toasts.tsx'

type Props = {
  backend: string
  /** With its history. */
  stack?: StackRef
}

/** Has a connected backend read now. */
export function ReadAgain({ backend, stack }: Props) {
  const client = useQueryClient()
  const look = useMutation({
    mutationFn: () => lookAtBackend(backend, stack && nameIn(stack)),
    onError: (error) =>
      toast({ id: `look ${backend}`, title: `${backend} was not read`, description: troubleOf(error).detail }),
    onSettled: () => backendsChanged(client),
  })
  return (
    <Button size="sm" aria-label={`Read again ${backend}`} busy={look.isPending} onClick={() => look.mutate()}>
      Read again
    </Button>
  )
}
