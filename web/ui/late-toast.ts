import type { ToastMessage } from './toast-store.ts'

let mounted: Promise<typeof import('./toast-mount.tsx')> | undefined

/** A notice on a page that ships no React: the first one fetches what shows it. */
export async function lateToast(message: ToastMessage): Promise<void> {
  mounted ??= import('./toast-mount.tsx')
  const { toast } = await mounted
  toast(message)
}
