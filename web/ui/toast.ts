import { screenLimits } from '../../contract/screen-limits.ts'
import { currentToast, openToast, type ToastMessage } from './toast-store.ts'

let isMounted = false

/** Shows a toast, from anywhere. The toaster's code is loaded with the first toast. */
export function toast(message: ToastMessage): void {
  openToast(message)
  void mountToaster()
}

async function mountToaster(): Promise<void> {
  if (isMounted) return
  isMounted = true
  // Offline the code cannot be loaded, and losing the connection is a common reason for a toast. A plain element is
  // shown, and the next toast tries again.
  await import('./toaster.tsx').catch(() => {
    isMounted = false
    const current = currentToast()
    if (current?.open) renderFallbackToast(current)
  })
}

function renderFallbackToast({ title, description }: ToastMessage): void {
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.className =
    'fixed top-4 right-4 left-4 z-60 m-0 rounded-md border border-danger bg-danger-soft p-4 font-semibold text-ink shadow-md sm:top-auto sm:bottom-4 sm:left-auto sm:w-[370px]'
  notice.textContent = description ? `${title}. ${description}` : title
  document.body.append(notice)
  setTimeout(() => notice.remove(), screenLimits.toastDurationMs)
}
