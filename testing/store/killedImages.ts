import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies a data directory at each call of `take`, unless it is as it was the last time. That is what a process leaves
 * that is killed there: the system keeps what it wrote, and SQLite rebuilds the index of its log.
 */
export function createImages(data: string, directory: string) {
  const images: string[] = []
  let calls = 0
  let last = ''
  return {
    images,
    calls: () => calls,
    take() {
      calls += 1
      const files = readdirSync(data).filter((name) => !name.endsWith('-shm'))
      const hash = createHash('sha256')
      for (const name of files.toSorted()) hash.update(name).update(readFileSync(path.join(data, name)))
      const content = hash.digest('hex')
      if (content === last) return
      last = content
      const image = path.join(directory, `image-${images.length}`)
      rmSync(image, { recursive: true, force: true })
      mkdirSync(image, { mode: 0o700 })
      for (const name of files) cpSync(path.join(data, name), path.join(image, name))
      images.push(image)
    },
  }
}
