/** A reference between two entries, by index: `at` needs `to` before it. */
export type Arrow = { at: number; to: number }

/**
 * Orders entries so that each comes after those it needs, as close to the given order as possible; undefined if there
 * is a cycle.
 */
export function orderOf(entries: readonly number[], arrows: readonly Arrow[]): number[] | undefined {
  const needed = Map.groupBy(arrows, ({ at }) => at)
  const state = new Map<number, 'open' | 'placed'>()
  const order: number[] = []
  for (const start of entries) {
    const path = [start]
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      if (state.get(at) === 'placed') {
        path.pop()
        continue
      }
      state.set(at, 'open')
      const next = (needed.get(at) ?? []).find(({ to }) => state.get(to) !== 'placed')
      if (next && state.get(next.to) === 'open') return undefined
      if (next) path.push(next.to)
      else {
        state.set(at, 'placed')
        order.push(at)
        path.pop()
      }
    }
  }
  return order
}

/** A shortest cycle through the first entry that is part of one. */
export function cycleIn(entries: readonly number[], arrows: readonly Arrow[]): number[] {
  const next = Map.groupBy(arrows, ({ at }) => at)
  const [start = -1] = entries
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const at of queue) {
    for (const { to } of next.get(at) ?? []) {
      if (to === start) {
        const cycle = [at]
        for (let back = at; back !== start;) {
          back = cameFrom.get(back) ?? start
          cycle.unshift(back)
        }
        return cycle
      }
      if (cameFrom.has(to)) continue
      cameFrom.set(to, at)
      queue.push(to)
    }
  }
  return [start]
}

/**
 * The strongly connected component of each of `count` entries; undefined if the entry is in no cycle. Tarjan's
 * algorithm without recursion, as a chain of references may be as long as the state.
 */
export function stronglyConnected(count: number, targetsOf: (at: number) => readonly number[]): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from({ length: count })
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  let counter = 0
  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue
    const path: { at: number; targets: readonly number[]; next: number }[] = []
    const enter = (at: number) => {
      index[at] = low[at] = counter++
      stack.push(at)
      onStack[at] = 1
      path.push({ at, targets: targetsOf(at), next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { at } = top
      const target = top.targets[top.next++]
      if (target !== undefined) {
        if (index[target] === -1) enter(target)
        else if (onStack[target]) low[at] = Math.min(low[at] ?? 0, index[target] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) low[parent.at] = Math.min(low[parent.at] ?? 0, low[at] ?? 0)
      if (low[at] !== index[at]) continue
      const members = stack.splice(stack.lastIndexOf(at))
      for (const member of members) onStack[member] = 0
      if (members.length > 1 || top.targets.includes(at)) for (const member of members) found[member] = at
    }
  }
  return found
}
