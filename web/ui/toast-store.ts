import { limits } from '../../contract/limits.ts'

export type ToastTone = 'plain' | 'success' | 'destructive'
export type ToastMessage = { title: string; text?: string; tone?: ToastTone }
export type ShownToast = ToastMessage & { id: number; open: boolean }

let shown: ShownToast | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

/** One at a time: a newer notice takes the older one's place. */
export function openToast(message: ToastMessage): void {
  clearTimeout(removal)
  count += 1
  show({ ...message, id: count, open: true })
}

/** Closes the notice; it is forgotten for good after the removal delay. */
export function dismissToast(): void {
  if (!shown) return
  show({ ...shown, open: false })
  clearTimeout(removal)
  removal = setTimeout(() => show(undefined), limits.toastRemoveDelay)
}

export function currentToast(): ShownToast | undefined {
  return shown
}

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function show(next: ShownToast | undefined): void {
  shown = next
  for (const changed of watchers) changed()
}
