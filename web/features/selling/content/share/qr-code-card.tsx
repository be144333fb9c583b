import { Download } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { downloadBlob } from '../../../../ui/download-blob.ts'
import { toast } from '../../../../ui/toast.ts'

type QrCodeCardProps = { id: number; url: string; title: string }

export function QrCodeCard({ id, url, title }: QrCodeCardProps) {
  const fileName = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || id}-qr`
  async function save(type: 'png' | 'svg') {
    try {
      const { drawQrCodePng, drawQrCodeSvg } = await import('../../../../shared/qr-code-files.ts')
      const blob = type === 'png' ? await drawQrCodePng(url) : drawQrCodeSvg(url)
      downloadBlob(blob, `${fileName}.${type}`)
    } catch {
      toast({ title: 'Download Failed', description: 'Please try again.', tone: 'destructive' })
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
          {(['png', 'svg'] as const).map((type) => (
            <Button
              key={type}
              variant="secondary"
              size="sm"
              aria-label={`Download ${type.toUpperCase()}`}
              onClick={() => void save(type)}
            >
              <Download aria-hidden />
              {type.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
