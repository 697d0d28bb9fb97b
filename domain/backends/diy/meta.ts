import type { BackendMeta, LayoutWord, MetaProblem } from '#contract/backends.ts'

export const META_KEY = '.pulumi/meta.yaml'

/** A longer file is no such file. */
export const MAX_META_BYTES = 10_000

/**
 * What `.pulumi/meta.yaml` says of the layout (docs/state.md, Layout). The CLI reads it at the start of every command:
 * `newer`, `noVersion` and `broken` stop all of them. `old` is the legacy layout, said in words; without the file
 * (`missing`) a store is of the legacy layout if it has stacks, otherwise new.
 */
export function readMeta(text: string | undefined): BackendMeta {
  if (text === undefined) return 'missing'
  if (text.length > MAX_META_BYTES || /[\0\uFFFD]/.test(text)) return 'broken'
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && line !== '---' && line !== '...')
  const whole = lines.join('\n')
  const pairs = /^\{(.*)\}$/s.exec(whole)?.[1]?.split(',') ?? lines
  if (pairs.some((pair) => pair.trim() !== '' && !/^\s*["']?[\w.-]+["']?\s*:(?:\s|$)/.test(pair))) return 'broken'
  const values = pairs.flatMap((pair) => /^\s*["']?version["']?\s*:\s*(.*?)\s*$/s.exec(pair)?.[1] ?? [])
  const [version = ''] = values
  if (values.length > 1) return 'broken'
  if (version === '' || version === 'null' || version === '~') return 'noVersion'
  if (!/^\d{1,9}$/.test(version)) return 'broken'
  const number = Number(version)
  if (number > 1) return 'newer'
  return number === 0 ? 'old' : 'fine'
}

/** Whether no CLI works on the backend: every one refuses this `meta.yaml`. */
export const stopsEveryCli = (meta: BackendMeta | null | undefined): boolean =>
  meta === 'noVersion' || meta === 'broken'

/** Whether no CLI sees a stack: it is in the old layout, and `meta.yaml` says the new one. */
export const isHiddenBy = (meta: BackendMeta | null | undefined, { isLegacy }: { isLegacy: boolean }): boolean =>
  isLegacy && meta === 'fine'

/** Whether `meta.yaml` stops every command; null if it does not. */
export const metaProblem = ({
  meta,
  layout,
}: {
  meta: BackendMeta | null
  layout: LayoutWord | null
}): MetaProblem | null =>
  meta === 'newer' || meta === 'noVersion' || meta === 'broken' ? { says: meta, layout } : null
