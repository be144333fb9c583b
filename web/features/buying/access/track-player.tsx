import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { partTitle } from '../../../../domain/part-groups.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { inlineUrl } from './album-links.ts'
import { albumPlayerIsland } from './album-player.island.tsx'
import type { FilePart } from './viewer-kind.ts'

type TrackPlayerProps = {
  access: PurchaseAccess
  tracks: ReadonlyArray<FilePart>
  /** Their names by id. */
  titles: ReadonlyMap<number, string>
}

/** The player of one recording, or of all recordings of an item. */
export function TrackPlayer({ access, tracks, titles }: TrackPlayerProps) {
  const { content, purchase, waveforms } = access
  if (tracks.length === 0) return null
  const { previewImage } = content
  return (
    <Island
      island={albumPlayerIsland}
      hydrateOn="load"
      props={{
        kind: tracks.some(({ type }) => type?.startsWith('video/')) ? 'video' : 'audio',
        tracks: tracks.map((part) => ({
          id: part.id,
          title: titles.get(part.id) ?? (partTitle(part) || part.name),
          url: inlineUrl(access, part),
          isVideo: part.type?.startsWith('video/') ?? false,
          seconds: part.seconds,
          peaks: waveforms.find(({ part: id }) => id === part.id)?.peaks ?? null,
        })),
        positionKey: String(purchase.id),
        artist: creatorName(content),
        album: content.title,
        cover: previewImage && `${previewImage}&w=640&as=jpeg`,
      }}
    />
  )
}
