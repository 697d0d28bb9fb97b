import { ROUTES } from '#server/cli/api/table.ts'

const known = Object.entries(ROUTES).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ')
  const pattern = path.replaceAll(/:\w+\{(.*?)\}/g, '($1)').replaceAll(/:\w+/g, '[^/]+')
  return { method, pattern: new RegExp(`^${pattern}$`), route }
})

/** The differences between a successful answer of the CLI's API and its description. */
export function undescribed(request: Request, status: number, body: unknown): string[] {
  const { pathname } = new URL(request.url)
  if (status >= 300 || request.method === 'HEAD' || !pathname.startsWith('/api/') || pathname.startsWith('/api/ui'))
    return []
  const found = known.filter(({ method, pattern }) => method === request.method && pattern.test(pathname))
  const literal = found.toSorted(
    (a, b) => a.pattern.source.split('[^/]+').length - b.pattern.source.split('[^/]+').length,
  )
  const route = literal[0]?.route
  if (route === undefined) return ['a success of a call that is not described']
  if (route.refused !== undefined) return ['a success of a call that is described as always refused']
  if (route.reply === undefined)
    return status === 204 && body === undefined ? [] : ['an answer where none is described']
  return (route.reply.safeParse(body).error?.issues ?? []).map(
    ({ path, message }) => `not as described: ${path.join('.')}: ${message}`,
  )
}
