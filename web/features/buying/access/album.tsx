import { TriangleAlert } from 'lucide-react'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { type PartNoun, partNoun, sectionsOf } from '../../../../domain/part-groups.ts'
import { formatDuration } from '../../../../domain/recording-length.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { joinWords } from '../../../shared/contents-text.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney, pluralize } from '../../../ui/format.ts'
import { AlbumDownload } from './album-actions.tsx'
import { inlineUrl, partListId } from './album-links.ts'
import { AlbumRow } from './album-row.tsx'
import { ContentHead, PlayButton } from './part-card.tsx'
import { partNames } from './part-names.ts'
import { PictureGallery } from './picture-gallery.tsx'
import { rowDownloadsIsland } from './row-downloads.island.tsx'
import { TrackPlayer } from './track-player.tsx'
import { type FilePart, galleryPictures, isFilePart, isMissing, isTrack } from './viewer-kind.ts'

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
      <Card
        padding="none"
        id={rows.length > 0 ? partListId : undefined}
        data-album
        className="scroll-mt-6 overflow-hidden"
      >
        <AlbumHead access={access} parts={parts} names={names} />
        <MissingNotice access={access} />
        <PartList rows={rows} names={names} access={access} />
      </Card>
      {!beginsWithPictures && gallery}
    </>
  )
}

type PartListProps = {
  rows: ReadonlyArray<ContentPart>
  names: ReadonlyMap<number, string>
  access: PurchaseAccess
}

/** Numbered through all sections. */
function PartList({ rows, names, access }: PartListProps) {
  const places = new Map(rows.map(({ id }, index) => [id, index + 1]))
  return sectionsOf(rows).map(({ section, parts: ofSection }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change their order.
    <section key={index} className="border-line border-t">
      {section && (
        <h3 className="px-5 pt-3.5 pb-1 font-body font-semibold text-ink-soft text-sm tracking-normal [overflow-wrap:anywhere] sm:px-6">
          {section}
        </h3>
      )}
      <ol className="divide-y divide-line">
        {ofSection.map((part) => (
          <AlbumRow
            key={part.id}
            part={part}
            place={places.get(part.id) ?? 0}
            title={names.get(part.id) ?? ''}
            access={access}
          />
        ))}
      </ol>
    </section>
  ))
}

type AlbumHeadProps = {
  access: PurchaseAccess
  parts: ReadonlyArray<ContentPart>
  names: ReadonlyMap<number, string>
}

/** What it is, the button that plays it, and the one that downloads all. */
function AlbumHead({ access, parts, names }: AlbumHeadProps) {
  const tracks = parts.filter(isFilePart).filter(isTrack)
  const [first] = tracks
  const { title, detail } = headText(parts, tracks)
  return (
    <div className="grid gap-4 p-[18px] sm:p-[22px]">
      <ContentHead title={title} detail={detail}>
        {first && <PlayButton href={inlineUrl(access, first)} />}
        <AlbumDownload access={access} variant={first ? 'secondary' : 'primary'} />
      </ContentHead>
      <TrackPlayer access={access} tracks={tracks} titles={names} />
    </div>
  )
}

/** `6 tracks, 31:04` and `with a PDF and a link`; what has no recording is counted as it is. */
function headText(parts: ReadonlyArray<ContentPart>, tracks: ReadonlyArray<FilePart>) {
  if (tracks.length === 0) return { title: capitalized(nounsText(parts)) }
  const ids = new Set(tracks.map(({ id }) => id))
  const others = parts.filter(({ id }) => !ids.has(id))
  const seconds = tracks.map((track) => track.seconds)
  const length = seconds.every((value) => value !== null)
    ? `, ${formatDuration(seconds.reduce((sum, value) => sum + (value ?? 0), 0))}`
    : ''
  const noun = tracks.every(({ type }) => type?.startsWith('video/')) ? 'video' : 'track'
  return {
    title: `${pluralize(tracks.length, noun)}${length}`,
    ...(others.length > 0 && { detail: `with ${nounsText(others)}` }),
  }
}

/** `a PDF, 2 images and a link` */
function nounsText(parts: ReadonlyArray<ContentPart>): string {
  const words = [...Map.groupBy(parts, partNoun)].map(([noun, { length }]) =>
    length === 1 ? `${articleOf(noun)} ${noun}` : pluralize(length, noun),
  )
  return joinWords(words)
}

const articleOf = (noun: PartNoun) => (/^[ai]/.test(noun) ? 'an' : 'a')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
