import { Check, Copy } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'

const copiedMs = 2_000

type CopyLinkFieldProps = { url: string; button: RefObject<HTMLButtonElement | null> }

/** The link in a field that selects itself, with a button that says for two seconds that it was copied. */
export function CopyLinkField({ url, button }: CopyLinkFieldProps) {
  const [isCopied, setIsCopied] = useState(false)
  // Ends the confirmation after a moment.
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (await copyToClipboard(url)) return setIsCopied(true)
    toast({
      title: 'Copy Failed',
      description: 'Your browser blocked copying. Select the link and copy it manually.',
      tone: 'destructive',
    })
  }
  return (
    <div className="flex items-end gap-2">
      <Field label="Your tip link" className="min-w-0 flex-1">
        <Input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <Button ref={button} onClick={() => void copy()} className="h-[46px] min-w-28">
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Link copied'}
      </span>
    </div>
  )
}
