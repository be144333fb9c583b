import { type ComponentType, lazy } from 'react'
import { BrokenPage } from './broken-page.tsx'
import type { View } from './page.ts'

const loaded = new Map<View, ComponentType>()
const waiting = new Map<View, ComponentType>()

/** Fetches a page's code, so that its first rendering has it at hand. */
export async function loadPage(view: View): Promise<void> {
  if (!loaded.has(view)) loaded.set(view, await view.load())
}

/** The page itself when its code is here, else one that suspends until it is. */
export function pageOf(view: View): ComponentType {
  const here = loaded.get(view) ?? waiting.get(view)
  if (here) return here
  const later = lazy(async () => ({ default: await view.load().catch(() => broken(view)) }))
  waiting.set(view, later)
  return later
}

/** The next time somebody comes to it, it is asked for again. */
function broken(view: View): ComponentType {
  waiting.delete(view)
  return BrokenPage
}
