import { usePreferences } from '#src/lib/preferences.ts'

export type NotifyPermission = NotificationPermission | 'unavailable'

/** Whether the browser may show notifications; `default` if that is undecided. */
export const notifyPermission = (): NotifyPermission =>
  typeof Notification === 'undefined' ? 'unavailable' : Notification.permission

/** Asks the user if that is undecided: only after a click. */
export async function askToNotify(): Promise<NotifyPermission> {
  const permission = notifyPermission()
  if (permission !== 'default') return permission
  try {
    return await Notification.requestPermission()
  } catch {
    return 'unavailable'
  }
}

/**
 * Shows a notification if the browser allows it, the user has not switched them off and the page is not visible. `tag`:
 * only one of several tabs shows it.
 */
export function notify({ title, body, tag, onOpen }: { title: string; body: string; tag: string; onOpen: () => void }) {
  if (notifyPermission() !== 'granted' || !usePreferences.getState().notifications) return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.addEventListener('click', () => {
      globalThis.focus()
      onOpen()
      shown.close()
    })
  } catch {
    // Some browsers allow them only in service workers: then the console's own toast appears.
  }
}
