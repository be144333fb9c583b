import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { screenLimits } from '../../contract/screen-limits.ts'
import { buttonVariants } from './button.tsx'
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts'

/** The toast region, once per page. F8 focuses it; a swipe to the right dismisses. */
function Toaster() {
  const current = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined)
  const isDestructive = current?.tone === 'destructive'

  return (
    <Toast.Provider
      duration={screenLimits.toastDurationMs}
      swipeDirection="right"
      swipeThreshold={screenLimits.toastSwipeThresholdPx}
      label="Notification"
    >
      {current && (
        <Toast.Root
          key={current.id}
          open={current.open}
          duration={current.durationMs ?? screenLimits.toastDurationMs}
          onOpenChange={(open) => !open && dismissToast()}
          type={isDestructive ? 'foreground' : 'background'}
          className={clsx(
            'slides-in relative flex gap-3 [touch-action:pan-y] rounded-md border p-4 pr-14 shadow-md data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-[110%]',
            isDestructive ? 'border-danger bg-danger-soft' : 'border-line bg-surface',
          )}
        >
          {isDestructive && <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />}
          {current.tone === 'success' && (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          )}
          <div className="min-w-0 wrap-anywhere">
            <Toast.Title className="font-semibold">{current.title}</Toast.Title>
            {current.description && (
              <Toast.Description className="text-ink-soft">{current.description}</Toast.Description>
            )}
            {current.action && (
              <Toast.Action
                altText={current.action.label}
                onClick={current.action.onSelect}
                className={buttonVariants({ variant: 'secondary', size: 'sm', className: 'mt-2' })}
              >
                {current.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            className={buttonVariants({ variant: 'smallIcon', className: 'absolute! top-1.5 right-1.5' })}
          >
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Toast.Close>
        </Toast.Root>
      )}
      {/* On a phone it is at the top, because the main buttons are at the bottom. */}
      <Toast.Viewport className="fixed inset-x-0 top-0 z-60 m-0 grid list-none gap-3 p-4 pt-[max(1rem,env(safe-area-inset-top))] outline-none sm:top-auto sm:bottom-0 sm:left-auto sm:w-[400px] sm:pt-4" />
    </Toast.Provider>
  )
}

// A separate React root: toasts outlive their page and also appear on pages without React.
const container = document.createElement('div')
document.body.append(container)
createRoot(container).render(<Toaster />)
