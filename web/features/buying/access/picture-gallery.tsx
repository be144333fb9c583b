import { Image as ImageIcon } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { Island } from '../../../hydration/island.tsx'
import { Card } from '../../../ui/card.tsx'
import { pluralize } from '../../../ui/format.ts'
import { attachmentUrl, inlineUrl, partListId, thumbnailUrl, versionOf } from './album-links.ts'
import { DownloadButton } from './album-row.tsx'
import { galleryIsland } from './gallery.island.tsx'
import type { FilePart } from './viewer-kind.ts'

type PictureGalleryProps = {
  pictures: ReadonlyArray<FilePart>
  names: ReadonlyMap<number, string>
  access: PurchaseAccess
  /** Whether other parts are listed on the page. */
  hasRows: boolean
}

/** Shown before `Show all` is pressed. */
const firstCount = 9

/**
 * Small squares of pictures, each a link to the picture, which the gallery's script opens in full. `Show all` is a link to
 * the list, so that it needs no script.
 */
export function PictureGallery({ pictures, names, access, hasRows }: PictureGalleryProps) {
  const nameOf = ({ id, name }: FilePart) => names.get(id) ?? name
  const size = pictures.reduce((sum, part) => sum + (part.size ?? 0), 0)
  const restCount = pictures.length > firstCount + 1 ? pictures.length - firstCount : 0
  return (
    <Card elevated id={hasRows ? undefined : partListId} className="grid scroll-mt-6 gap-4">
      <div>
        <h2 className="text-xl">Pictures</h2>
        <p className="text-ink-faint">{`${pluralize(pictures.length, 'image')} · ${formatBytes(size)}`}</p>
      </div>
      <ul
        id="pictures"
        className="group/pictures grid scroll-mt-6 grid-cols-3 gap-1.5 sm:grid-cols-4 sm:gap-2 lg:grid-cols-5"
      >
        {pictures.map((part, index) => (
          <li
            key={part.id}
            className={`group/row relative aspect-square ${restCount > 0 && index >= firstCount ? 'hidden group-target/pictures:block' : ''}`}
          >
            <a
              href={inlineUrl(access, part)}
              target="_blank"
              rel="noopener"
              data-picture={part.id}
              aria-label={`Open ${nameOf(part)}`}
              className="relative grid size-full place-items-center overflow-hidden rounded-[10px] bg-sunken text-ink-faint"
            >
              <ImageIcon aria-hidden className="size-6" />
              <img
                src={thumbnailUrl(access, part)}
                alt=""
                loading="lazy"
                decoding="async"
                width={320}
                height={320}
                className="absolute inset-0 size-full object-cover"
              />
            </a>
            <span className="absolute right-0 bottom-0">
              <DownloadButton
                part={part}
                title={nameOf(part)}
                access={access}
                className="text-ink! before:absolute before:inset-1.5 before:rounded-full before:bg-surface/85 hover:bg-transparent [&>svg]:relative [&>svg]:size-4!"
              />
            </span>
          </li>
        ))}
        {restCount > 0 && (
          <li className="group-target/pictures:hidden max-sm:col-span-3 sm:aspect-square">
            <a
              href="#pictures"
              className="moves grid size-full min-h-11 place-content-center rounded-[10px] bg-sunken text-center text-ink-soft no-underline hover:text-ink max-sm:grid-flow-col max-sm:gap-1.5"
            >
              <b className="font-semibold">{`+${restCount}`}</b>
              <span className="text-sm max-sm:text-base">Show all</span>
            </a>
          </li>
        )}
      </ul>
      <Island
        island={galleryIsland}
        hydrateOn="load"
        props={{
          pictures: pictures.map((part) => ({
            id: part.id,
            title: nameOf(part),
            href: inlineUrl(access, part),
            download: attachmentUrl(access, part),
            version: versionOf(part),
          })),
        }}
      />
    </Card>
  )
}
