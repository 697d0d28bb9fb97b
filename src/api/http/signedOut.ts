const listeners = new Set<() => void>()

/** Calls back whenever the server reports that the session has ended. Returns the function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifySignedOut(): void {
  for (const listener of listeners) listener()
}
