import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits.ts'
import { buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { currentToast, dismissToast, watchToasts } from './toast-store.ts'

/** Where notices appear. Once per page; F8 moves the focus here, a swipe to the right sends one away. */
export function Toaster() {
  const shown = useSyncExternalStore(watchToasts, currentToast, () => undefined)
  const bad = shown?.tone === 'destructive'

  return (
    <Toast.Provider
      duration={limits.toastDuration}
      swipeDirection="right"
      swipeThreshold={limits.toastSwipeThreshold}
      label="Notification"
    >
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && dismissToast()}
          type={bad ? 'foreground' : 'background'}
          className={cn(
            'slides-in relative flex touch-pan-y gap-3 rounded-md border border-line bg-surface p-4 pr-14 shadow-md data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-[110%]',
            bad && 'border-danger bg-danger-soft',
          )}
        >
          {bad && <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />}
          {shown.tone === 'success' && (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          )}
          <div className="min-w-0 wrap-anywhere">
            <Toast.Title className="font-semibold">{shown.title}</Toast.Title>
            {shown.text && <Toast.Description className="text-ink-soft">{shown.text}</Toast.Description>}
          </div>
          <Toast.Close className={buttonStyle({ variant: 'icon', className: 'absolute! top-1.5 right-1.5' })}>
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Toast.Close>
        </Toast.Root>
      )}
      {/* At the top on a phone: at its foot is what a thumb presses next. */}
      <Toast.Viewport className="fixed inset-x-0 top-0 z-60 m-0 grid list-none gap-3 p-4 pt-[max(1rem,env(safe-area-inset-top))] outline-none sm:top-auto sm:bottom-0 sm:left-auto sm:w-[400px] sm:pt-4" />
    </Toast.Provider>
  )
}
