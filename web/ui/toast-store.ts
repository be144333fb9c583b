import { screenLimits } from '../../contract/screen-limits.ts'

export type ToastTone = 'plain' | 'success' | 'destructive'
export type ToastMessage = {
  /** Identifies the toast for `updateToast`. */
  key?: string
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; onSelect: () => void }
  /** How long it is shown, when that is not the usual time. */
  durationMs?: number
}
export type ShownToast = ToastMessage & { id: number; open: boolean }

let current: ShownToast | undefined
let lastId = 0
let removeTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows one toast at a time: a new toast replaces the current one. */
export function openToast(message: ToastMessage): void {
  clearTimeout(removeTimer)
  lastId += 1
  setCurrent({ ...message, id: lastId, open: true })
}

/** Changes a toast while it is shown, within its remaining time; no effect on one that is gone or replaced. */
export function updateToast(key: string, change: Partial<ToastMessage>): void {
  if (current?.key === key && current.open) setCurrent({ ...current, ...change })
}

/** Hides the toast; it is removed after the exit animation. */
export function dismissToast(): void {
  if (!current) return
  setCurrent({ ...current, open: false })
  clearTimeout(removeTimer)
  removeTimer = setTimeout(() => setCurrent(undefined), screenLimits.toastRemoveDelayMs)
}

export function currentToast(): ShownToast | undefined {
  return current
}

/** Calls the listener after each change. Returns a function that unsubscribes. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setCurrent(next: ShownToast | undefined): void {
  current = next
  for (const listener of listeners) listener()
}
