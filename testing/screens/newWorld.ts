import type { World } from '#mocks/story.ts'
import { type WorldName, worlds } from '#mocks/worlds.ts'

/** Worlds that were played in this process, to be copied; no test gets one of these. */
const played = new Map<WorldName, World>()

/**
 * A new world. Its story is played once in a process and then copied, because playing takes longer than most tests; a
 * test that needs the story to go on plays it itself.
 */
export async function newWorld(name: WorldName): Promise<World> {
  const world = played.get(name) ?? (await worlds[name]())
  played.set(name, world)
  return { ...(await world.copy()), token: world.token } // in some, another user is signed in than the story's
}
