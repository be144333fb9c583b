import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A component whose code is loaded when it is first rendered. If loading fails, it shows a message and the rest of
 * the page stays.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => LoadFailedMessage) }))
}

function LoadFailedMessage() {
  return (
    <p role="status" className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      This part of the page didn’t load. Check your connection and reload the page.
    </p>
  )
}
