import { TriangleAlert } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { sectionsOf } from '../../../../domain/part-groups.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney, pluralize } from '../../../ui/format.ts'
import { inlineUrl, partListId } from './album-links.ts'
import { albumPlayerIsland } from './album-player.island.tsx'
import { AlbumRow } from './album-row.tsx'
import { partNames } from './part-names.ts'
import { PictureGallery } from './picture-gallery.tsx'
import { rowDownloadsIsland } from './row-downloads.island.tsx'
import { galleryPictures, isFilePart, isMissing, isTrack } from './viewer-kind.ts'

/** A purchase of several parts: a player, the list of parts by sections, and a gallery of pictures. */
export function Album({ access }: { access: PurchaseAccess }) {
  const { content, purchase, isWithheld } = access
  const parts = content.parts.filter((part) => !isWithheld || isFilePart(part))
  const names = partNames(parts)
  const pictures = galleryPictures(parts)
  const inGallery = new Set(pictures.map(({ id }) => id))
  const rows = parts.filter(({ id }) => !inGallery.has(id))
  const gallery = pictures.length > 0 && (
    <PictureGallery pictures={pictures} names={names} access={access} hasRows={rows.length > 0} />
  )
  const beginsWithPictures = inGallery.has(parts[0]?.id ?? 0)
  return (
    <>
      <Island
        island={rowDownloadsIsland}
        hydrateOn="load"
        props={{ storageKey: `downloaded/${purchase.id}` }}
      />
      {beginsWithPictures && gallery}
      {rows.length > 0 && (
        <Card elevated padding="none" id={partListId} data-album className="scroll-mt-6 overflow-hidden">
          <h2 className="sr-only">What you bought</h2>
          <MissingNotice access={access} />
          <AlbumPlayer access={access} names={names} />
          {sectionsOf(rows).map(({ section, parts: ofSection }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change their order.
            <section key={index} className="[&+section]:border-line [&+section]:border-t">
              {section && (
                <h3 className="px-5 pt-3.5 pb-1 font-body font-semibold text-ink-soft text-sm tracking-normal [overflow-wrap:anywhere] sm:px-6">
                  {section}
                </h3>
              )}
              <ol className="divide-y divide-line">
                {ofSection.map((part) => (
                  <AlbumRow key={part.id} part={part} title={names.get(part.id) ?? ''} access={access} />
                ))}
              </ol>
            </section>
          ))}
        </Card>
      )}
      {!beginsWithPictures && gallery}
    </>
  )
}

type AlbumPlayerProps = { access: PurchaseAccess; names: ReadonlyMap<number, string> }

function AlbumPlayer({ access, names }: AlbumPlayerProps) {
  const { content, purchase, isWithheld } = access
  const tracks = content.parts.filter(isFilePart).filter(isTrack)
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
          title: names.get(part.id) ?? part.name,
          url: inlineUrl(access, part),
        })),
        positionKey: String(purchase.id),
        artist: creatorName(content),
        album: content.title,
        // Reading a recording counts as opened, and the page says that a refund is instant until then.
        preload: isWithheld ? 'none' : 'metadata',
        cover: previewImage && `${previewImage}&w=640&as=jpeg`,
      }}
    />
  )
}

/** Said once, above the list, with the refund beside it. */
function MissingNotice({ access }: { access: PurchaseAccess }) {
  const { content, purchase, accessUrl } = access
  const missingCount = content.parts.filter(isMissing).length
  if (missingCount === 0) return null
  const isAll = missingCount === content.parts.length
  const canRefund = purchase.refundStatus === 'available'
  return (
    <div className="grid gap-3 bg-warn-soft px-4 py-4 text-warn sm:px-6">
      <div className="flex gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none" />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <b className="block font-semibold">
            {isAll
              ? 'These parts can’t be delivered right now'
              : `${missingCount} of ${pluralize(content.parts.length, 'part')} can’t be delivered right now`}
          </b>
          <span className="text-sm">
            {`We’ve asked ${creatorName(content) || 'the creator'} to upload ${missingCount === 1 ? 'it' : 'them'} again.`}
            {!isAll && ' Everything else is ready.'}
            {canRefund && ' If you’d rather not wait, get your money back.'}
          </span>
        </p>
      </div>
      {canRefund && (
        <LinkButton
          variant="secondary"
          size="sm"
          href={`${accessUrl}/refund`}
          className="ml-8 justify-self-start"
        >
          {purchase.state === 'paid'
            ? `Refund ${formatMoney(purchase.amount, purchase.currency)}`
            : 'Request a refund'}
        </LinkButton>
      )}
    </div>
  )
}
