import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { drawQrCodePng, drawQrCodeSvg } from '../../../shared/qr-code-files.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.ts'

type QrCodeSheetProps = { url: string; code: string; onClose: () => void; onClosed: () => void }

/** The QR code of a link with a code, to look at, to scan and to download. It is drawn in the browser. */
export function QrCodeSheet({ url, code, onClose, onClosed }: QrCodeSheetProps) {
  const firstButton = useRef<HTMLButtonElement>(null)
  const [image, setImage] = useState<string>()
  // An address of the drawn image, which is freed with the sheet.
  useEffect(() => {
    const drawn = URL.createObjectURL(drawQrCodeSvg(url))
    setImage(drawn)
    return () => URL.revokeObjectURL(drawn)
  }, [url])

  async function save(type: 'png' | 'svg') {
    try {
      downloadBlob(type === 'png' ? await drawQrCodePng(url) : drawQrCodeSvg(url), `${code}-qr.${type}`)
    } catch {
      toast({ title: 'Download Failed', description: 'Please try again.', tone: 'destructive' })
    }
  }
  return (
    <Sheet title={`QR code of ${code}`} onClose={onClose} onClosed={onClosed} initialFocus={firstButton}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-5 md:grid-cols-[280px_minmax(0,1fr)] md:gap-8">
        <img
          src={image}
          alt={`QR code of the link with ${code}`}
          width={280}
          height={280}
          className="mx-auto aspect-square w-full max-w-70 rounded-md border border-line bg-scan"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <p className="text-ink-soft">
            For posters, merch and slides. It opens the item with the code, so no one has to type it.
          </p>
          <p className="rounded-md bg-sunken px-3.5 py-2.5 text-sm [overflow-wrap:anywhere]">{url}</p>
          <div className="flex flex-wrap gap-2">
            <Button ref={firstButton} aria-label="Download PNG" onClick={() => void save('png')}>
              <Download aria-hidden />
              PNG
            </Button>
            <Button variant="secondary" aria-label="Download SVG" onClick={() => void save('svg')}>
              <Download aria-hidden />
              SVG
            </Button>
            <Button variant="secondary" onClick={() => void copyTipLink(url)}>
              <Copy aria-hidden />
              Copy link
            </Button>
          </div>
        </div>
      </div>
    </Sheet>
  )
}
