import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { DialogCloseButton, overlayClass } from './dialog.tsx'
import { useDragToClose } from './use-drag-to-close.ts'

type SheetProps = {
  title: string
  /** Above the title, such as a badge. */
  eyebrow?: ReactNode
  onClose: () => void
  /** Focused when the sheet opens. */
  initialFocus: RefObject<HTMLElement | null>
  /** Called after the sheet is gone, to move the focus. */
  onClosed: () => void
  children: ReactNode
}

/**
 * A wide dialog that is a sheet from the bottom on a phone, where it can be dragged down. Escape, the overlay and the
 * close button close it.
 */
export function Sheet({ title, eyebrow, onClose, initialFocus, onClosed, children }: SheetProps) {
  const sheet = useDragToClose(onClose)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          ref={sheet}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            initialFocus.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          className="slides-in fixed inset-x-0 bottom-0 z-50 mx-auto grid max-h-[calc(100dvh-1rem)] grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain rounded-t-lg border border-line bg-surface p-[18px] pt-7 pb-[max(18px,env(safe-area-inset-bottom))] shadow-md outline-none md:inset-x-4 md:top-1/2 md:bottom-auto md:max-w-[860px] md:-translate-y-1/2 md:rounded-lg md:p-8"
        >
          <div aria-hidden data-grip className="absolute inset-x-14 top-0 h-7 touch-none md:hidden">
            <span className="absolute top-2 left-1/2 h-[5px] w-10 -translate-x-1/2 rounded-full bg-line-strong" />
          </div>
          <div className="grid justify-items-start gap-1.5 pr-12">
            {eyebrow}
            <Radix.Title className="wrap-anywhere text-xl md:text-[1.625rem]">{title}</Radix.Title>
          </div>
          {children}
          <DialogCloseButton className="top-3 right-3 md:top-4 md:right-4" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
