import { Copy, QrCode } from 'lucide-react'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { toast } from '../../../ui/toast.ts'

type LinkProps = { url: string; code: string }

export function CopyLinkButton({ url, code, isSmall = false }: LinkProps & { isSmall?: boolean }) {
  return (
    <Button
      variant={isSmall ? 'smallIcon' : 'primary'}
      {...(isSmall && { 'aria-label': `Copy link with ${code}` })}
      onClick={() => void copyTipLink(url)}
    >
      <Copy aria-hidden />
      {!isSmall && 'Copy link'}
    </Button>
  )
}

/** Downloads the QR code of the link with the code, which needs no typing. */
export function QrCodeButton({ url, code, isSmall = false }: LinkProps & { isSmall?: boolean }) {
  async function save() {
    try {
      const { drawQrCodeSvg } = await import('../../../shared/qr-code-files.ts')
      downloadBlob(drawQrCodeSvg(url), `${code}-qr.svg`)
    } catch {
      toast({ title: 'Download Failed', description: 'Please try again.', tone: 'destructive' })
    }
  }
  return (
    <Button
      variant={isSmall ? 'smallIcon' : 'secondary'}
      {...(isSmall && { 'aria-label': `QR code of ${code}` })}
      onClick={() => void save()}
    >
      <QrCode aria-hidden />
      {!isSmall && 'QR code'}
    </Button>
  )
}
