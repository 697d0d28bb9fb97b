/** The web page of a commit, for forges whose addresses are known (`vcs.*`; docs/protocol.md, Create and start). */
export function commitUrl(environment: Readonly<Record<string, string>>, head: string): string | undefined {
  const { 'vcs.kind': kind, 'vcs.owner': owner, 'vcs.repo': repo } = environment
  if (!kind || !owner || !repo || !/^[0-9a-f]{7,64}$/i.test(head)) return undefined
  const place = [...owner.split('/'), repo].map(encodeURIComponent).join('/')
  if (kind === 'github.com') return `https://github.com/${place}/commit/${head}`
  if (kind === 'gitlab.com') return `https://gitlab.com/${place}/-/commit/${head}`
  return kind === 'bitbucket.org' ? `https://bitbucket.org/${place}/commits/${head}` : undefined
}
