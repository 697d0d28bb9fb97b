import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** Waits before each retry. Longer waits would leave a user who asked for a part without an answer. */
const WAITS_MS = [500, 2_500]

const Nothing = () => null

/**
 * A part of a page whose code is loaded separately. A lost connection or an updated server must not take the page down:
 * loading is retried, then `Missing` is shown, which by default is nothing.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = Nothing,
  waits: readonly number[] = WAITS_MS,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (const wait of waits) {
      try {
        return { default: await load() }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    return { default: await load().catch(() => Missing) }
  })
}
