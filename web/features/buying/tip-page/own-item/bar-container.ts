const containerId = 'own-item'

/**
 * The place of the creator's bar at the top of the page, with its height. The page's script makes it before the first
 * paint where the item is known to be the creator's, so that nothing moves when the bar is there.
 */
export function ownBarContainer(): HTMLElement {
  const existing = document.getElementById(containerId)
  if (existing) return existing
  const container = document.createElement('div')
  container.id = containerId
  container.style.background = 'var(--ink)'
  container.style.minHeight = matchMedia('(width < 48rem)').matches ? '88px' : '56px'
  const skipLink = document.querySelector('a[href="#main"]')
  if (skipLink) skipLink.after(container)
  else document.body.prepend(container)
  return container
}

export function removeOwnBar(): void {
  document.getElementById(containerId)?.remove()
}
