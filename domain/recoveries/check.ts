import type { Guide } from '#contract/recoveries.ts'

/** A check of a guide: what is so, in either case. A goal that is not reached would say nothing of how things are. */
export const check = (ok: boolean, reached: string, open: string): Guide['checks'][number] => ({
  what: ok ? reached : open,
  ok,
})
