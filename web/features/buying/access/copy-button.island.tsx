import { clsx } from 'clsx'
import { Copy } from 'lucide-react'
import { Island, type IslandDefinition } from '../../../hydration/island.tsx'
import { Button, type ButtonVariants } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { toast } from '../../../ui/toast.ts'

type CopyButtonProps = {
  /** The text to copy, or the id of the element with it. */
  text?: string
  copyFromId?: string
  toastTitle: string
  toastDescription: string
  size?: ButtonVariants['size']
  /** `icon`: the text is for screen readers only. `row`: a line of a list. */
  appearance?: 'button' | 'icon' | 'row'
  className?: string
  children: string
}

/** Copies a text. An island on the access page, a plain component on the success page. */
export function CopyButton(props: CopyButtonProps) {
  return <Island island={copyButtonIsland} props={props} />
}

function CopyingButton({
  toastTitle,
  toastDescription,
  size,
  appearance = 'button',
  className,
  children,
  ...source
}: CopyButtonProps) {
  async function copy() {
    const { text, copyFromId } = source
    // `innerText` has the visible line breaks; `textContent` does not.
    const copiedText = text ?? document.getElementById(copyFromId ?? '')?.innerText ?? ''
    if (await copyToClipboard(copiedText))
      return toast({ title: toastTitle, description: toastDescription, tone: 'success' })
    toast({ title: 'Copy Failed', description: 'Select it and copy it manually.', tone: 'destructive' })
  }
  if (appearance === 'row')
    return (
      <button
        type="button"
        onClick={() => void copy()}
        className="flex min-h-12 w-full items-center gap-3 text-left hover:underline noscript:hidden"
      >
        <Copy aria-hidden className="size-5 flex-none text-ink-soft" />
        {children}
      </button>
    )
  return (
    <Button
      variant={appearance === 'icon' ? 'icon' : 'secondary'}
      size={size}
      onClick={() => void copy()}
      aria-label={appearance === 'icon' ? children : undefined}
      className={clsx('noscript:hidden', className)}
    >
      <Copy aria-hidden />
      {appearance === 'button' && children}
    </Button>
  )
}

export const copyButtonIsland: IslandDefinition<CopyButtonProps> = {
  name: 'copy-button',
  entry: 'web/features/buying/access/copy-button.island.tsx',
  Component: CopyingButton,
}
