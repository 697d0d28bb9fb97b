import type { Store } from '#server/store/port.ts'

/**
 * The same store with a fault point between any two steps of its writes: before each transaction, before each call in
 * it, and after its commit.
 */
export function withFaultPoints(store: Store, point: () => void): Store {
  const calls = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          point()
          return Reflect.apply(value, target, args)
        }
      },
    })
  return {
    ...store,
    async write(work) {
      point()
      const result = await store.write((writer) => work(calls(writer)))
      point()
      return result
    },
  }
}
