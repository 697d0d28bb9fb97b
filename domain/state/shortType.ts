import { visibleText } from '#words/visible.ts'

/**
 * A short name of a type: module and kind without package, version and the repeated file name (`aws:s3/bucket:Bucket`
 * is `s3 Bucket`, `kubernetes:apps/v1:Deployment` is `apps Deployment`). Other forms stay as they are, with invisible
 * characters escaped.
 */
export function shortType(whole: string): string {
  const type = visibleText(whole)
  const [pkg, module, kind, ...more] = type.split(':')
  if (pkg === undefined || module === undefined || kind === undefined || more.length > 0 || kind === '') return type
  if (pkg === 'pulumi' && module === 'providers') return `${kind} provider`
  if (pkg === 'pulumi' && module === 'pulumi') return kind
  const area = module
    .split('/')
    .filter((part) => !/^(index|v\d+([a-z]+\d+)?)$/.test(part) && part.toLowerCase() !== kind.toLowerCase())
    .join('/')
  return area === '' ? kind : `${area.replace(/\.k8s\.io$/, '')} ${kind}`
}
