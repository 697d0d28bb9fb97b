import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A file size limit that has no room for a single page, and none. */
export const NO_SPACE = '4096:'
export const ALL_SPACE = 'unlimited:'

/** Limits the size of files that a running process may write: to the process, the same as a full disk. Linux only. */
export const limitFiles = (pid: number | undefined, size: string) =>
  promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${size}`])
