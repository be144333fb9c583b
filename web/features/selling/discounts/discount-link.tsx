import { Copy, QrCode } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const QrCodeSheet = lazyComponent(async () => (await import('./qr-code-sheet.tsx')).QrCodeSheet)

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

/** Opens a sheet with the QR code of the link with the code, which needs no typing. */
export function QrCodeButton({ url, code, isSmall = false }: LinkProps & { isSmall?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant={isSmall ? 'smallIcon' : 'secondary'}
        {...(isSmall && { 'aria-label': `QR code of ${code}` })}
        onClick={() => setIsOpen(true)}
      >
        <QrCode aria-hidden />
        {!isSmall && 'QR code'}
      </Button>
      {isOpen && (
        <Suspense>
          <QrCodeSheet
            url={url}
            code={code}
            onClose={() => setIsOpen(false)}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  )
}
