import type { ReactNode } from 'react'
import CircleX from 'lucide-react/icons/circle-x'
import { cx } from '#src/lib/cx.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Mono } from './Mono.tsx'

/** The error as reported by the server; one without an answer has neither status nor request id. */
export type Trouble = {
  code: string
  /** One sentence. */
  detail: string
  status?: number | undefined
  requestId?: string | undefined
}

type Props = {
  title: ReactNode
  trouble: Trouble
  /** What to do about it. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string
  busy?: boolean | undefined
  actions?: ReactNode
  /** 1 if it replaces the whole page. */
  level?: 1 | 2
}

/** The lines needed for support: nothing of what was on the page. */
export const troubleDetails = ({ code, detail, status, requestId }: Trouble): string =>
  [
    `${status ?? ''} ${code}: ${detail}`.trim(),
    requestId && `request ${requestId}`,
    `address ${location.pathname}`,
    `time ${new Date().toISOString()}`,
  ]
    .filter(Boolean)
    .join('\n')

/** An error in place of content: what happened, what to do, the request id, and a retry. */
export function ErrorView({
  title,
  trouble,
  children,
  onRetry,
  retryLabel = 'Retry',
  busy,
  actions,
  level = 2,
}: Props) {
  const Heading = `h${level}` as const
  const isPage = level === 1
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col rounded-lg border border-danger-line bg-surface',
        isPage ? 'mx-auto my-4 w-full max-w-2xl items-center gap-5 px-6 py-10 text-center' : 'items-start gap-3 p-4',
      )}
    >
      <div className={cx('flex min-w-0 gap-3', isPage ? 'flex-col items-center' : 'items-start')}>
        <CircleX className={cx('shrink-0 text-danger', isPage ? 'size-10' : 'mt-0.5 size-4')} aria-hidden />
        <div className="flex min-w-0 flex-col gap-1">
          <Heading tabIndex={isPage ? -1 : undefined} className={cx('font-semibold text-ink', isPage && 'text-xl')}>
            {title}
          </Heading>
          <p className="wrap-anywhere">{trouble.detail}</p>
          {children !== undefined && <div className="text-muted">{children}</div>}
          {trouble.requestId !== undefined && (
            <p className="text-sm text-muted">
              Request <Mono>{trouble.requestId}</Mono>
            </p>
          )}
        </div>
      </div>
      <div className={cx('flex flex-wrap gap-2', isPage ? 'justify-center' : 'sm:ml-7')}>
        {onRetry && (
          <Button look="primary" size="sm" onClick={onRetry} busy={busy}>
            {retryLabel}
          </Button>
        )}
        {actions}
        <CopyButton look="words" label="Copy details" text={troubleDetails(trouble)} isLines />
      </div>
    </div>
  )
}
