/** Does work for each item, several at once; the first error ends it, once the work under way has ended. */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  let failed = false
  const worker = async () => {
    for (const item of rest) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  const rejected = results.find((result) => result.status === 'rejected')
  if (rejected) throw rejected.reason
}
