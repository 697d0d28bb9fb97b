/** Whether the browser may show notifications; asks the person where that is not decided. */
export async function askToNotify(): Promise<NotificationPermission | 'unavailable'> {
  if (typeof Notification === 'undefined') return 'unavailable'
  if (Notification.permission !== 'default') return Notification.permission
  try {
    return await Notification.requestPermission()
  } catch {
    return 'unavailable'
  }
}

/** Shows one where the browser lets it: not in a visible page. `tag`: of several tabs one shows it. */
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
    // Some browsers have them in service workers only: the console's own toast tells.
  }
}
