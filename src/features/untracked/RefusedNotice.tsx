import { troubleOf } from '#src/api/http/problem.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** The server's refusal, next to the action, with the request id. */
export function RefusedNotice({ error }: { error: unknown }) {
  const { detail, requestId } = troubleOf(error)
  return (
    <Notice tone="danger" announce="alert" title="Nothing was recorded">
      {detail}
      {requestId !== undefined && (
        <p className="text-sm text-muted">
          Request <Mono>{requestId}</Mono>
        </p>
      )}
    </Notice>
  )
}
