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
 * One thing of a list, beside it; on a phone in its place. Escape, the veil and the cross close it, focus stays inside
 * and comes back. Questions asked from inside it lie above it.
 */
export function Drawer({ onClose, title, description, children }: DrawerProps) {
  const focusReturn = useReturnFocus()
  /** The thing itself is read first; what can be done to it is not one careless key away. */
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
          className="slides-in fixed inset-y-0 right-0 z-30 grid w-full max-w-[520px] content-start gap-6 overflow-y-auto border-line bg-surface p-5 pb-16 shadow-md outline-none sm:border-l sm:p-7"
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
