import { Download } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { toast } from '../../../ui/toast.ts'

type QrCodeCardProps = { id: number; url: string; title: string }

/** The QR code of the tip link, to download as a picture or as a drawing. */
export function QrCodeCard({ id, url, title }: QrCodeCardProps) {
  const fileName = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || id}-qr`
  async function savePng() {
    try {
      const { drawQrCodePng } = await import('./qr-code-png.ts')
      downloadBlob(await drawQrCodePng(url), `${fileName}.png`)
    } catch {
      toast({ title: 'Download Failed', description: 'Try the SVG instead.', tone: 'destructive' })
    }
  }
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-4 rounded-md border border-line p-3 md:grid-cols-[104px_minmax(0,1fr)]">
      <img
        src={`/p/${id}/qr.svg`}
        alt="QR code for the tip link"
        width={104}
        height={104}
        className="rounded-sm"
      />
      <div className="grid gap-1.5">
        <h3 className="font-body font-semibold text-base tracking-normal">QR code</h3>
        <p className="text-ink-faint text-sm">For posters, merch and slides. It opens this link.</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" aria-label="Download PNG" onClick={() => void savePng()}>
            <Download aria-hidden />
            PNG
          </Button>
          <LinkButton
            variant="secondary"
            size="sm"
            href={`/p/${id}/qr.svg`}
            download={`${fileName}.svg`}
            aria-label="Download SVG"
          >
            <Download aria-hidden />
            SVG
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
