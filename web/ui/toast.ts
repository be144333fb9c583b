import { limits } from '../../contract/limits.ts'

export type ToastTone = 'plain' | 'success' | 'destructive'
export type ToastMessage = { title: string; text?: string; tone?: ToastTone }
export type ShownToast = ToastMessage & { id: number; open: boolean }

let shown: ShownToast | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
let mounted = false
const watchers = new Set<() => void>()

/**
 * Shows a notice, from anywhere. One at a time: a newer one takes the older one's place.
 * What draws it is fetched with the first one, so a page that has nothing to say does not carry it.
 */
export function toast(message: ToastMessage): void {
  clearTimeout(removal)
  count += 1
  show({ ...message, id: count, open: true })
  void mount()
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

async function mount(): Promise<void> {
  if (mounted) return
  mounted = true
  // Without a connection it cannot be fetched, and a lost connection is what the notice is about: then it is drawn
  // plainly, and the next one tries again.
  await import('./toast-mount.tsx').catch(() => {
    mounted = false
    if (shown?.open) drawPlainly(shown)
  })
}

function drawPlainly({ title, text }: ToastMessage): void {
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.className =
    'fixed top-4 right-4 left-4 z-60 m-0 rounded-md border border-danger bg-danger-soft p-4 font-semibold text-ink shadow-md sm:top-auto sm:bottom-4 sm:left-auto sm:w-[370px]'
  notice.textContent = text ? `${title}. ${text}` : title
  document.body.append(notice)
  setTimeout(() => notice.remove(), limits.toastDuration)
}

function show(next: ShownToast | undefined): void {
  shown = next
  for (const changed of watchers) changed()
}
