import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { Island } from '../../hydration/island.tsx'
import { ContentCover } from '../../shared/content-cover.tsx'
import { creatorName } from '../../shared/content-format.ts'
import { playerIsland } from './player.island.tsx'

/** The player of a purchased file, an audio file beside its cover. */
export function MediaPlayer({ access: { content, purchase, accessUrl } }: { access: PurchaseAccess }) {
  const { fileUrl, fileType, title, previewImage, previewFocus } = content
  const isAudio = fileType?.startsWith('audio/') ?? false
  const refreshUrl = `${accessUrl}/file?as=inline`
  const player = (
    <Island
      island={playerIsland}
      hydrateOn="load"
      props={{
        kind: isAudio ? 'audio' : 'video',
        title,
        src: fileUrl ?? refreshUrl,
        refreshUrl,
        positionKey: String(purchase.id),
        poster: previewImage,
      }}
    />
  )
  if (!isAudio) return <div className="grid gap-3.5">{player}</div>
  return (
    <div className="-mx-5 -mt-5 flex flex-wrap items-center gap-4 bg-brand-soft p-5 sm:-mx-[26px] sm:-mt-[26px] sm:p-[22px]">
      <ContentCover
        seed={content.title}
        image={previewImage}
        focus={previewFocus}
        kind={content.kind}
        sizes="96px"
        className="aspect-square w-20 flex-none rounded-md shadow-sm sm:w-24"
      />
      <div className="grid min-w-[min(100%,240px)] flex-1 gap-2">
        <p className="grid leading-snug [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <span className="text-ink-soft text-sm">{creatorName(content)}</span>
        </p>
        {player}
      </div>
    </div>
  )
}
