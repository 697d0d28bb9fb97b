/**
 * Ends the process. `unreturned`: calls on folders that have not returned. `exit` would wait for them, which may be for
 * ever, so with such the process ends itself by the signal that stops a service.
 */
export function leave(unreturned: number): void {
  if (unreturned === 0) process.exit(0)
  process.emit('exit', 0)
  process.removeAllListeners('SIGTERM')
  process.kill(process.pid, 'SIGTERM')
}
