import type { Look, OverlayClass } from '#domain/overlays/overlay.ts'
import { cx } from '#src/lib/cx.ts'

/** Written out so that Tailwind finds them. */
const GROUNDS: Record<Look, string> = {
  ok: 'bg-ok',
  running: 'bg-running',
  attention: 'bg-attention',
  waiting: 'bg-waiting',
  danger: 'bg-danger',
  unknown: 'bg-unknown',
  'kind-a': 'bg-kind-a',
  'kind-b': 'bg-kind-b',
  'kind-c': 'bg-kind-c',
  'kind-d': 'bg-kind-d',
  'kind-e': 'bg-kind-e',
  'kind-f': 'bg-kind-f',
}

/** The sign of a class, as painted in the picture. */
export const OverlaySign = ({ mark }: { mark: Pick<OverlayClass, 'look' | 'sign'> }) => (
  <span
    aria-hidden
    className={cx(
      'inline-flex h-4 min-w-4 items-center justify-center rounded-sm px-0.5 text-xs leading-4 font-semibold sign-ground',
      GROUNDS[mark.look],
    )}
  >
    {mark.sign}
  </span>
)
