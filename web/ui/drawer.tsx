import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { DialogCloseButton } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type DrawerProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/**
 * A panel beside a list for one of its rows, full screen on a phone. Escape, the overlay and the close button close
 * it; focus is trapped and returns. Dialogs opened inside it appear above it.
 */
export function Drawer({ onClose, title, description, children }: DrawerProps) {
  const focusReturn = useReturnFocus()
  /** Focuses the panel itself, so that its first button cannot be pressed by accident. */
  function focusDrawer(event: Event) {
    focusReturn.onOpenAutoFocus()
    event.preventDefault()
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="appears fixed inset-0 z-30 bg-veil" />
        <Radix.Content
          className="slides-in fixed inset-y-0 right-0 z-30 grid w-full max-w-[520px] grid-cols-[minmax(0,1fr)] content-start gap-6 overflow-y-auto border-line bg-surface p-5 pb-16 shadow-md outline-none sm:border-l sm:p-7"
          onOpenAutoFocus={focusDrawer}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="grid gap-1 pr-12">
            <Radix.Title className="wrap-anywhere text-xl">{title}</Radix.Title>
            {description && (
              <Radix.Description className="wrap-anywhere text-ink-soft">{description}</Radix.Description>
            )}
          </div>
          {children}
          <DialogCloseButton className="top-4 right-3 sm:right-5" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
