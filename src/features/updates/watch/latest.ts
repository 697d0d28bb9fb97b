import type { ActivityRun } from '#contract/activity.ts'
import type { Collision } from '#contract/leases.ts'

/** Something that happened to stacks: a run ended, or someone was blocked. */
export type News = { key: string; at: number } & (
  | { what: 'ended'; run: ActivityRun }
  | { what: 'blocked'; attempts: Collision }
)

/** More is a list, and there is one: Activity. */
const MOST = 6

/** The latest ends among these runs, each once, and blocked attempts; the newest first. Previews are no news. */
export function latestNews(runs: readonly ActivityRun[], collisions: readonly Collision[]): News[] {
  const ended = new Map<string, News>()
  for (const run of runs) {
    const { id, endedAt, dryRun } = run.update
    if (endedAt !== null && !dryRun) ended.set(id, { key: id, at: endedAt, what: 'ended', run })
  }
  const blocked = collisions.map((attempts): News => {
    const { org, project, stack } = attempts.stack
    const key = `${org}/${project}/${stack} ${attempts.refused.login} ${attempts.first}`
    return { key, at: attempts.last, what: 'blocked', attempts }
  })
  return [...ended.values(), ...blocked].toSorted((a, b) => b.at - a.at).slice(0, MOST)
}
