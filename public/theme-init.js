// Runs before the first paint, as a file of its own because the page's policy forbids inline scripts.
// Reads what src/lib/preferences.ts keeps; anything unreadable leaves the system's choice.
try {
  const { theme, density, motion } = JSON.parse(localStorage.getItem('holdfast.preferences') ?? '{}').state ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (density === 'compact') document.documentElement.dataset.density = density
  if (motion === 'off') document.documentElement.dataset.motion = motion
} catch {
  // no storage here
}

// The policy of the pages that the service serves forbids code made of texts: Zod would try it, be refused, and have that noted.
if (document.currentScript?.dataset.mode === 'production') globalThis.__zod_globalConfig = { jitless: true }
