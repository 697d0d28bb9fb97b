// Runs before the first paint, as a file of its own because the page's policy forbids inline scripts.
// Reads what src/app/preferences.ts keeps; anything unreadable leaves the system's choice.
try {
  const { theme, density } = JSON.parse(localStorage.getItem('holdfast.preferences') ?? '{}').state ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (density === 'compact') document.documentElement.dataset.density = density
} catch {
  // no storage here
}
