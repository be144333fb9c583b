import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type CopyButtonProps = {
  /** What is copied, or the id of the element whose text is. */
  text?: string
  from?: string
  /** What the notice says afterwards. */
  title: string
  note: string
  children: ReactNode
}

/** watch-purchase.ts listens for it, so it works with React and without. */
export function CopyButton({ text, from, title, note, children }: CopyButtonProps) {
  return (
    <Button
      variant="ghost"
      data-copy={text ?? ''}
      data-copy-from={from}
      data-title={title}
      data-note={note}
      className="noscript:hidden"
    >
      <Copy aria-hidden />
      {children}
    </Button>
  )
}
