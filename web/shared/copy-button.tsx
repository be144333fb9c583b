import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

type CopyButtonProps = {
  /** The text to copy, or the id of the element with it. */
  text?: string
  copyFromId?: string
  /** The toast's title after copying. */
  toastTitle: string
  toastDescription: string
  children: ReactNode
}

/** watch-purchase.ts handles the click, so that the button works with and without React. */
export function CopyButton({ text, copyFromId, toastTitle, toastDescription, children }: CopyButtonProps) {
  return (
    <Button
      variant="secondary"
      data-copy={text ?? ''}
      data-copy-from={copyFromId}
      data-title={toastTitle}
      data-note={toastDescription}
      className="noscript:hidden"
    >
      <Copy aria-hidden />
      {children}
    </Button>
  )
}
