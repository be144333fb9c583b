import { Copy } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { toast } from '../../../ui/toast.ts'
import { shortId } from './format.ts'

/** A number or id that is looked up elsewhere, with a button that copies it. */
export function CopyId({ id, name }: { id: string; name: string }) {
  async function copy() {
    if (await copyToClipboard(id)) return toast({ title: `Copied: ${id}`, tone: 'success' })
    toast({ title: 'Copy Failed', description: 'Select it and copy it manually.', tone: 'destructive' })
  }
  return (
    <span className="inline-flex max-w-full items-center">
      <span title={id} className="wrap-anywhere min-w-0">
        {id.includes('@') ? id : shortId(id)}
      </span>
      <Button
        variant="smallIcon"
        aria-label={`Copy the ${name}`}
        className="-my-2.5 print:hidden"
        onClick={() => void copy()}
      >
        <Copy aria-hidden />
      </Button>
    </span>
  )
}
