import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { sheet, veil } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: ReactNode
  /** What the button does, in a word or two: `Delete`. */
  action: string
  tone?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
}

/** Asks once before something that cannot be undone. It stays open until the caller closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  action,
  tone = 'danger',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={veil} />
        <AlertDialog.Content className={sheet} {...focusReturn}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-ink-soft">{text}</AlertDialog.Description>
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="ghost">Cancel</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
