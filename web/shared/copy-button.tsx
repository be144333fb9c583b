import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

type CopyButtonProps = {
  /** What is copied, or the id of the element whose text is. */
  text?: string
  copyFromId?: string
  /** What the notice says afterwards. */
  toastTitle: string
  toastDescription: string
  children: ReactNode
}

/** watch-purchase.ts listens for it, so it works with React and without. */
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
