import { FileDown, Link2 } from 'lucide-react'
import { openPurchase } from '../../../contract/access.ts'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { buildUrl } from '../../../contract/route.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { isPdf } from '../../../domain/file-type.ts'
import { Article } from '../../shared/article.tsx'
import { creatorName } from '../../shared/content-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { MediaPlayer } from './media-player.tsx'
import { viewerKindOf } from './viewer-kind.ts'

/** The purchased content, shown by its kind and access type. */
export function PurchasedContent({ access }: { access: PurchaseAccess }) {
  const { content } = access
  if (access.isWithheld) return <WithheldContent access={access} />
  if (content.kind === 'link' && content.linkUrl) return <PurchasedLink url={content.linkUrl} />
  if (content.kind === 'text')
    return (
      <div id="bought-text">
        <Article text={content.textContent ?? ''} />
      </div>
    )
  return (
    <Card elevated className="grid min-w-0 gap-4 overflow-hidden">
      {viewerKindOf(content) === 'play' && <MediaPlayer access={access} />}
      {viewerKindOf(content) === 'view' && <FileViewer content={content} />}
      <FileInfo content={content} />
    </Card>
  )
}

/** A link or text that nobody has opened: the person opens it, a visit by a mail scanner does not. */
function WithheldContent({ access: { content, purchase, accessUrl } }: { access: PurchaseAccess }) {
  const noun = content.kind === 'link' ? 'link' : 'text'
  const action = buildUrl(openPurchase, { params: { token: accessUrl.split('/').at(-1) } })
  return (
    <Card elevated className="grid justify-items-start gap-3">
      <h2 className="text-xl">{`Your ${noun} is ready`}</h2>
      {purchase.refundStatus === 'available' && (
        <p className="text-ink-soft">
          {`Until you open it, a refund is instant. After that, ${creatorName(content)} decides about one.`}
        </p>
      )}
      <form method="post" action={action}>
        <Button type="submit" size="lg">{`Show the ${noun}`}</Button>
      </form>
    </Card>
  )
}

type FileProps = { content: PurchaseAccess['content'] }

function FileViewer({ content: { fileUrl, fileType, title } }: FileProps) {
  if (!fileUrl || !fileType) return null
  if (fileType.startsWith('image/'))
    return (
      <img src={fileUrl} alt={title} className="max-h-[80vh] w-full rounded-md bg-sunken object-contain" />
    )
  if (fileType.startsWith('text/'))
    return (
      <iframe
        src={fileUrl}
        title={title}
        data-theme="light"
        className="h-[60vh] w-full rounded-md border border-line bg-surface"
      />
    )
  if (isPdf(fileType))
    return (
      <iframe
        src={`/pdf-reader#${encodeURIComponent(fileUrl)}`}
        title={`${title}, pages`}
        sandbox="allow-scripts"
        allow="fullscreen"
        loading="lazy"
        className="h-[min(80vh,900px)] w-full rounded-md border border-line bg-sunken noscript:hidden"
      />
    )
  return null
}

function FileInfo({ content: { fileName, fileSize, fileSha256 } }: FileProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 gap-y-1">
      <IconTile>
        <FileDown aria-hidden />
      </IconTile>
      <p className="grid min-w-0 flex-1">
        <b className="font-semibold [overflow-wrap:anywhere]">{fileName}</b>
        {fileSize !== null && <span className="text-ink-faint text-sm">{formatBytes(fileSize)}</span>}
      </p>
      {fileSha256 && <Checksum sha256={fileSha256} />}
    </div>
  )
}

/** For buyers who want to verify the downloaded file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <Disclosure summary="File details" className="text-ink-faint text-sm open:w-full">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          SHA-256{' '}
          <code title={sha256} className="text-ink-soft">
            {sha256.slice(0, 8)}…{sha256.slice(-8)}
          </code>
        </span>
        <CopyButton
          text={sha256}
          toastTitle="Checksum copied"
          toastDescription="Compare it with the SHA-256 of the file you downloaded."
        >
          Copy SHA-256
        </CopyButton>
      </p>
    </Disclosure>
  )
}

function PurchasedLink({ url }: { url: string }) {
  return (
    <Card elevated className="flex min-w-0 items-center gap-3.5">
      <IconTile>
        <Link2 aria-hidden />
      </IconTile>
      <p className="grid min-w-0">
        <b className="font-semibold">Your link</b>
        <span className="text-ink-soft [overflow-wrap:anywhere]">{url}</span>
      </p>
    </Card>
  )
}
