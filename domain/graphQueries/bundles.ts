/** Resources shown as one box: a single one, all of a type, or the rest of a column. */
export type Bundle = {
  /** Identifies the bundle in an address; stable as long as its column is the same. */
  key: string
  members: number[]
  /** The common type of all members; undefined for the rest, which has several. */
  type: string | undefined
}

const single = (index: number, typeOf: (index: number) => string): Bundle => ({
  key: String(index),
  members: [index],
  type: typeOf(index),
})

/**
 * Bundles members into at most `room` boxes: the most frequent types become one box each until the others fit
 * individually; if there are too many types, the small ones form the rest. Nothing is left out, and the order of the
 * state is kept.
 */
export function bundled(members: readonly number[], room: number, typeOf: (index: number) => string): Bundle[] {
  if (members.length <= room) return members.map((index) => single(index, typeOf))
  const types = [...Map.groupBy(members, typeOf)].toSorted(([a, m], [b, n]) => n.length - m.length || (a < b ? -1 : 1))
  let left = members.length
  const bundles = types.flatMap(([type, all]): Bundle[] => {
    if (left <= room || all.length === 1) return all.map((index) => single(index, typeOf))
    left -= all.length - 1
    return [{ key: type, members: all, type }]
  })
  if (bundles.length > Math.max(1, room)) {
    const kept = Math.max(0, room - 1)
    const rest = bundles.splice(kept).flatMap((bundle) => bundle.members)
    bundles.push({ key: '', members: rest.toSorted((a, b) => a - b), type: undefined })
  }
  const [last] = bundles.slice(-1)
  const isRest = (bundle: Bundle) => bundle === last && bundle.type === undefined
  return bundles.toSorted((a, b) => Number(isRest(a)) - Number(isRest(b)) || (a.members[0] ?? 0) - (b.members[0] ?? 0))
}

/** Whether the bundle has several members. */
export const isGroup = ({ members }: Bundle): boolean => members.length > 1
