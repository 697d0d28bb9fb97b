import { isRouteErrorResponse } from 'react-router'
import type { ProblemCode } from '#contract/problem.ts'
import { ApiProblem } from '#src/api/http/problem.ts'
import type { Trouble } from '#src/ui/ErrorView.tsx'

export type PageTrouble = {
  title: string
  advice: string | undefined
  canRetry: boolean
  trouble: Trouble
  /** The name that the stack at this address has now (`org/project/stack`). */
  nowCalled?: string | undefined
}

const words: Partial<Record<ProblemCode, { title: string; advice: string; canRetry?: true }>> = {
  not_found: { title: 'Not found', advice: 'The page may have been renamed or removed, or the address is mistyped.' },
  forbidden: { title: 'Not allowed', advice: 'Ask an administrator for the permission.' },
  not_signed_in: { title: 'You are signed out', advice: 'Sign in to go on.' },
  unavailable: {
    title: 'Server unreachable',
    advice:
      'What is deployed does not depend on this server and keeps running; an update that is running may fail. This page loads by itself when the server answers.',
    canRetry: true,
  },
  too_many_requests: { title: 'Too many requests', advice: 'Retry in a moment.', canRetry: true },
  unsupported_state: {
    title: 'This state cannot be read',
    advice: 'It is kept as it is. A newer version of Holdfast may be able to read it.',
  },
}

/** Why a page cannot be shown, in words. An error that is no answer of the service is a bug of ours and says so. */
export function pageTrouble(error: unknown): PageTrouble {
  if (error instanceof ApiProblem) {
    const { code, detail, status, requestId, params } = error.problem
    const known = words[code]
    return {
      title: known?.title ?? 'This page could not be loaded',
      advice: known?.advice,
      canRetry: known ? known.canRetry === true : true,
      trouble: { code, detail, status: status || undefined, requestId: requestId || undefined },
      nowCalled: code === 'not_found' ? params?.['nowCalled'] : undefined,
    }
  }
  if (isRouteErrorResponse(error)) {
    const detail = `There is no page at ${location.pathname}.`
    return {
      title: 'Not found',
      advice: 'Check the address.',
      canRetry: false,
      trouble: { code: 'not_found', detail, status: error.status },
    }
  }
  if (isChunkGone(error)) {
    const detail =
      'A part of the console could not be loaded: the server was updated since you opened it, or cannot be reached.'
    return { title: 'Reload to go on', advice: undefined, canRetry: true, trouble: { code: 'chunk', detail } }
  }
  const detail =
    error instanceof Error ? `${error.name}: ${error.message}` : 'Something that is not an Error was thrown.'
  return {
    title: 'Unexpected error',
    advice: 'Your stacks are not affected. Reload. If it persists, report it with the request ID.',
    canRetry: true,
    trouble: { code: 'bug', detail },
  }
}

const isChunkGone = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
