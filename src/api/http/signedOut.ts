const listeners = new Set<() => void>()

/** Calls back whenever the session has ended: the user signed out, or the server says so. Returns the function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifySignedOut(): void {
  for (const listener of listeners) listener()
}
