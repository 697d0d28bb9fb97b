import { number, plural } from '#words/counts.ts'

/** A type in words: `aws:ec2/routeTable:RouteTable` is `route table`. */
export function kindOf(type: string): string {
  const last = type.split(':').at(-1) ?? type
  return last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}

/** English plural of a kind of resource: `policies`, `addresses`, `subnets`. */
export function manyOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`
  if (/(ss|us|x|ch|sh|z)$/.test(kind)) return `${kind}es`
  return kind.endsWith('s') ? kind : `${kind}s`
}

/** `12 subnets`, `1 route table`. */
export const countedKind = (count: number, type: string): string =>
  `${number(count)} ${plural(count, kindOf(type), manyOf(kindOf(type)))}`
