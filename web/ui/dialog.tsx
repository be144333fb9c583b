import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { useFocusReturn } from './focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  children?: ReactNode
}

export const veil = 'appears fixed inset-0 z-40 bg-veil'
export const sheet =
  'slides-in fixed inset-x-4 top-1/2 z-50 mx-auto grid max-h-[calc(100dvh-2rem)] max-w-[460px] -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-md outline-none'

/** Something to do before going on. Escape, the veil and the cross close it; focus stays inside and comes back. */
export function Dialog({ open, onOpenChange, title, text, children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veil} />
        <Radix.Content
          className={sheet}
          {...focusReturn}
          {...(text ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="pr-10 text-xl">{title}</Radix.Title>
          {text && <Radix.Description className="text-ink-soft">{text}</Radix.Description>}
          {children}
          <Cross className="top-3 right-3" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** In the corner of what lies over the page; `className` says where. */
export function Cross({ className }: { className: string }) {
  return (
    <Radix.Close className={buttonStyle({ variant: 'icon', className: cn('absolute!', className) })}>
      <X aria-hidden />
      <span className="sr-only">Close</span>
    </Radix.Close>
  )
}
