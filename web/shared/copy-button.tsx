import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { ButtonVariants } from '../ui/button-variants.ts'

type CopyButtonProps = {
  /** The text to copy, or the id of the element with it. */
  text?: string
  copyFromId?: string
  /** The toast's title after copying. */
  toastTitle: string
  toastDescription: string
  size?: ButtonVariants['size']
  children: ReactNode
}

/** watch-purchase.ts handles the click, so that the button works with and without React. */
export function CopyButton({
  text,
  copyFromId,
  toastTitle,
  toastDescription,
  size,
  children,
}: CopyButtonProps) {
  return (
    <Button
      variant="secondary"
      size={size}
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
