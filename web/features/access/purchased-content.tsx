import { Download, ExternalLink, Eye } from 'lucide-react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { isInlineSafe } from '../../../domain/file-type.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** The purchased content, shown by its kind and access type. */
export function PurchasedContent({ unlocked }: { unlocked: PurchaseAccess }) {
  const { kind, accessType, linkUrl, textContent, fileType } = unlocked.content
  if (kind === 'link' && linkUrl) return <PurchasedLink url={linkUrl} />
  if (kind === 'text') return <PurchasedText text={textContent ?? ''} />
  // A file that browsers cannot show is downloaded, whatever its access type.
  const canPreview = fileType && isInlineSafe(fileType)
  if (accessType === 'download' || !canPreview) return <FileDownload unlocked={unlocked} />
  if (accessType === 'stream' && /^(audio|video)\//.test(fileType)) return <MediaPlayer unlocked={unlocked} />
  return <FileViewer unlocked={unlocked} />
}

function FileDownload({ unlocked: { content, accessUrl } }: { unlocked: PurchaseAccess }) {
  return (
    <div className="grid gap-2.5">
      <SaveLink accessUrl={accessUrl} />
      <FileInfo content={content} />
    </div>
  )
}

type SaveLinkProps = { accessUrl: string; variant?: 'primary' | 'secondary' }

/** Shown beside every viewer and player, so that each purchase can be downloaded. */
function SaveLink({ accessUrl, variant = 'primary' }: SaveLinkProps) {
  return (
    <LinkButton size="lg" fullWidth variant={variant} href={`${accessUrl}/file?as=attachment`} data-download>
      <Download aria-hidden />
      Download
    </LinkButton>
  )
}

function FileViewer({ unlocked: { content, accessUrl } }: { unlocked: PurchaseAccess }) {
  const { fileUrl, fileType, title } = content
  return (
    <div className="grid gap-3.5">
      {fileUrl && fileType?.startsWith('image/') && (
        <img src={fileUrl} alt={title} className="max-h-[70vh] w-full rounded-md bg-sunken object-contain" />
      )}
      {fileUrl && fileType?.startsWith('text/') && (
        <iframe
          src={fileUrl}
          title={title}
          data-theme="light"
          className="h-[50vh] w-full rounded-md border border-line bg-surface"
        />
      )}
      <div className="grid gap-2.5 sm:grid-cols-2">
        <LinkButton size="lg" fullWidth href={`${accessUrl}/file?as=inline`} target="_blank">
          <Eye aria-hidden />
          View
        </LinkButton>
        <SaveLink accessUrl={accessUrl} variant="secondary" />
      </div>
      <FileInfo content={content} />
    </div>
  )
}

/**
 * `data-place` is the storage key of the playback position (see watch-playback-position.ts). `data-fresh` is the URL
 * that issues a new signed URL after the old one has expired (see watch-purchase.ts).
 */
function MediaPlayer({ unlocked: { content, purchase, accessUrl } }: { unlocked: PurchaseAccess }) {
  const { fileUrl, fileType, title, previewImage } = content
  const refreshUrl = `${accessUrl}/file?as=inline`
  const mediaProps = {
    src: fileUrl ?? refreshUrl,
    controls: true,
    preload: 'metadata',
    'data-fresh': refreshUrl,
    'data-place': purchase.id,
  }
  return (
    <div className="grid gap-3.5">
      {fileType?.startsWith('audio/') ? (
        <audio {...mediaProps} aria-label={title} className="w-full" />
      ) : (
        <video
          {...mediaProps}
          aria-label={title}
          playsInline
          poster={previewImage ?? undefined}
          className="max-h-[70vh] w-full rounded-md bg-sunken"
        />
      )}
      <p
        data-unplayable
        hidden
        role="status"
        className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn [&[hidden]]:hidden"
      >
        This browser couldn’t play the file. Download it and open it in a media player.
      </p>
      <SaveLink accessUrl={accessUrl} variant="secondary" />
      <FileInfo content={content} />
    </div>
  )
}

function FileInfo({ content: { fileName, fileSize, fileSha256 } }: { content: PurchaseAccess['content'] }) {
  const parts = [fileName, fileSize === null ? null : formatBytes(fileSize)].filter(Boolean)
  return (
    <div className="grid justify-items-center text-ink-faint text-sm">
      <p className="text-center [overflow-wrap:anywhere]">{parts.join(' · ')}</p>
      {fileSha256 && <Checksum sha256={fileSha256} />}
    </div>
  )
}

/** For buyers who want to verify the downloaded file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <details className="w-full text-center">
      <summary className="mx-auto inline-flex min-h-11 cursor-pointer items-center underline decoration-1 underline-offset-3">
        File details
      </summary>
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
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
    </details>
  )
}

function PurchasedLink({ url }: { url: string }) {
  return (
    <div className="grid gap-2.5">
      <LinkButton size="lg" fullWidth href={url} target="_blank">
        <ExternalLink aria-hidden />
        Open link
      </LinkButton>
      <p className="text-center text-ink-faint text-sm [overflow-wrap:anywhere]">{url}</p>
    </div>
  )
}

function PurchasedText({ text }: { text: string }) {
  return (
    <div className="grid justify-items-start gap-3.5">
      <div
        id="bought-text"
        className="max-h-[60vh] w-full overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken p-4 [overflow-wrap:anywhere]"
      >
        {text}
      </div>
      <CopyButton
        copyFromId="bought-text"
        toastTitle="Text copied"
        toastDescription="It’s on your clipboard."
      >
        Copy text
      </CopyButton>
    </div>
  )
}
