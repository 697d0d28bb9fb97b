import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessOf } from '../deps.ts'

/** The namespace of all processes of a machine: Linux gives it this number everywhere. */
const ALL_PROCESSES = 'pid:[4026531836]'
/** Ticks a second in `/proc`, whatever the tick rate of the kernel is. */
const TICKS_S = 100
/** Places in `/proc/PID/stat` after the name, which is in parentheses and may contain any character. */
const [STATE, STARTED] = [0, 19]

/** Looks up processes of this machine; undefined in a container, where their numbers mean others. */
export function createProcessOf(): ProcessOf | undefined {
  if (process.platform !== 'linux') return processHere
  try {
    return readlinkSync('/proc/self/ns/pid') === ALL_PROCESSES ? processHere : undefined
  } catch {
    return undefined
  }
}

/** The process with a number here; only Linux tells when it started. */
export const processHere: ProcessOf = ({ hostname: host, pid }) => {
  if (host !== hostname()) return undefined
  try {
    process.kill(pid, 0)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ESRCH') return 'gone'
    if (code !== 'EPERM') return undefined
  }
  return process.platform === 'linux' ? inProc(pid) : { startedAt: null }
}

function inProc(pid: number): ReturnType<ProcessOf> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[STATE] === 'Z') return 'gone' // a zombie: it ended, and its parent has not collected its status
    // The clock may have been set since the boot, which moves every start: a process named pulumi is taken to be the lock's.
    if (stat.includes('(pulumi')) return { startedAt: null }
    const bootedS = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    const startedAt = (bootedS + Number(fields[STARTED]) / TICKS_S) * 1000
    return { startedAt: Number.isFinite(startedAt) ? startedAt : null }
  } catch {
    return { startedAt: null }
  }
}
