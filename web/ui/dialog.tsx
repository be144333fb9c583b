import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button, buttonVariants } from './button.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
}

export const overlayClass = 'appears fixed inset-0 z-40 bg-veil'
const dialogClass =
  'slides-in fixed inset-x-4 top-1/2 z-50 mx-auto grid max-h-[calc(100dvh-2rem)] max-w-[460px] grid-cols-[minmax(0,1fr)] -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-md outline-none'

/** A modal dialog. Escape, the overlay and the close button close it; focus is trapped and returns. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const focusReturn = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={dialogClass}
          {...focusReturn}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="pr-10 text-xl">{title}</Radix.Title>
          {description && <Radix.Description className="text-ink-soft">{description}</Radix.Description>}
          {children}
          <DialogCloseButton className="top-3 right-3" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The close button in an overlay's corner; `className` positions it. */
export function DialogCloseButton({ className }: { className: string }) {
  return (
    <Radix.Close
      className={buttonVariants({ variant: 'smallIcon', className: clsx('absolute!', className) })}
    >
      <X aria-hidden />
      <span className="sr-only">Close</span>
    </Radix.Close>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The button's label in a word or two: `Delete`. */
  confirmLabel: string
  /** The label of the button that closes the dialog without the action. */
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  isLoading?: boolean
  onConfirm: () => void
}

/** Asks for confirmation before an action that cannot be undone. The caller closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  isLoading = false,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={dialogClass} {...focusReturn}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-ink-soft">
            {description}
          </AlertDialog.Description>
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} isLoading={isLoading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Returns focus after a dialog that is opened by state and has no trigger. */
export function useReturnFocus() {
  const previouslyFocused = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      previouslyFocused.current = document.activeElement
    },
    onCloseAutoFocus: () => {
      if (previouslyFocused.current instanceof HTMLElement) previouslyFocused.current.focus()
    },
  }
}
