import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** Before each further try. Longer waits would leave someone who asked for a part without an answer. */
const WAITS_MS = [500, 2_500]

const Nothing = () => null

/**
 * A part of a page whose code is loaded by itself. A connection that dies, or a server that was updated in between, must not
 * take the page down: the code is asked for again, and then `Missing` is shown, by default nothing.
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
