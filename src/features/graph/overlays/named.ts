import type { Names } from '#domain/overlays/overlay.ts'
import { urnName } from '#domain/state/urn.ts'
import { firstOf } from '#words/counts.ts'

/** Most names in a list: a card has little room. */
const MOST = 3

/** What a create names: `in network, depends on main and internal, depends on subnets: not in the state`; empty for nothing. */
export function namedWords(names: Names): string {
  const words = (verb: string, isParent: boolean, isThere: boolean) => {
    const found = names.filter((each) => each.isParent === isParent && each.isThere === isThere)
    if (found.length === 0) return []
    return [
      `${verb} ${firstOf(
        found.map(({ urn }) => urnName(urn)),
        MOST,
      )}${isThere ? '' : ': not in the state'}`,
    ]
  }
  return [true, false]
    .flatMap((isThere) => [...words('in', true, isThere), ...words('depends on', false, isThere)])
    .join(', ')
}
