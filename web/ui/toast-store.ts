import { limits } from '../../contract/limits.ts'

export type ToastTone = 'plain' | 'success' | 'destructive'
export type ToastMessage = { title: string; description?: string; tone?: ToastTone }
export type ShownToast = ToastMessage & { id: number; open: boolean }

let current: ShownToast | undefined
let lastId = 0
let removeTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** One at a time: a newer notice takes the older one's place. */
export function openToast(message: ToastMessage): void {
  clearTimeout(removeTimer)
  lastId += 1
  setCurrent({ ...message, id: lastId, open: true })
}

/** Closes the notice; it is forgotten for good after the removal delay. */
export function dismissToast(): void {
  if (!current) return
  setCurrent({ ...current, open: false })
  clearTimeout(removeTimer)
  removeTimer = setTimeout(() => setCurrent(undefined), limits.toastRemoveDelayMs)
}

export function currentToast(): ShownToast | undefined {
  return current
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setCurrent(next: ShownToast | undefined): void {
  current = next
  for (const listener of listeners) listener()
}
