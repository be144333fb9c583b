import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonVariants } from './button-variants.ts'
import { useReturnFocus } from './use-return-focus.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
}

export const overlayClass = 'appears fixed inset-0 z-40 bg-veil'
export const dialogClass =
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
