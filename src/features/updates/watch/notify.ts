/** Whether the browser may show notifications; asks the user if that is undecided. */
export async function askToNotify(): Promise<NotificationPermission | 'unavailable'> {
  if (typeof Notification === 'undefined') return 'unavailable'
  if (Notification.permission !== 'default') return Notification.permission
  try {
    return await Notification.requestPermission()
  } catch {
    return 'unavailable'
  }
}

/**
 * Shows a notification if the browser allows it and the page is not visible. `tag`: only one of several tabs shows it.
 */
export function notify({ title, body, tag, onOpen }: { title: string; body: string; tag: string; onOpen: () => void }) {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
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
