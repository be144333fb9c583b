import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { ContentCover } from '../../shared/content-cover.tsx'
import { creatorName } from '../../shared/content-format.ts'

/**
 * `data-place` is the storage key of the playback position (see watch-playback-position.ts). `data-fresh` is the URL
 * that issues a new signed URL after the old one has expired (see watch-purchase.ts).
 */
export function MediaPlayer({ unlocked: { content, purchase, accessUrl } }: { unlocked: PurchaseAccess }) {
  const { fileUrl, fileType, title, previewImage } = content
  const refreshUrl = `${accessUrl}/file?as=inline`
  const mediaProps = {
    src: fileUrl ?? refreshUrl,
    controls: true,
    preload: 'metadata',
    'data-fresh': refreshUrl,
    'data-place': purchase.id,
  }
  if (!fileType?.startsWith('audio/'))
    return (
      <div className="grid gap-3.5">
        <video
          {...mediaProps}
          aria-label={title}
          playsInline
          poster={previewImage ?? undefined}
          className="max-h-[70vh] w-full rounded-md bg-sunken"
        />
        <Unplayable />
      </div>
    )
  return (
    <div className="-mx-5 -mt-5 flex flex-wrap items-center gap-4 bg-brand-soft p-5 sm:-mx-[26px] sm:-mt-[26px] sm:p-[22px]">
      <ContentCover
        seed={content.id}
        image={previewImage}
        sizes="96px"
        className="aspect-square w-20 flex-none rounded-md shadow-sm sm:w-24"
      />
      <div className="grid min-w-[min(100%,240px)] flex-1 gap-2">
        <p className="grid leading-snug [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <span className="text-ink-soft text-sm">{creatorName(content)}</span>
        </p>
        <audio {...mediaProps} aria-label={title} className="w-full" />
        <Unplayable />
      </div>
    </div>
  )
}

/** Shown after the player beside it has failed. */
function Unplayable() {
  return (
    <p
      data-unplayable
      hidden
      role="status"
      className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn [&[hidden]]:hidden"
    >
      Your browser can’t play this file. Download it and open it in another app.
    </p>
  )
}
