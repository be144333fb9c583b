import { AudioLines } from 'lucide-react'
import type { Teaser, TeaserPicture } from '../../../contract/teasers.ts'
import { Article } from '../../shared/article.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'

/** What fans may read or hear before they pay. It works without scripts. */
export function TeaserView({ teaser, title }: { teaser: Teaser | null; title: string }) {
  if (!teaser) return null
  return (
    <section aria-label="Free preview" className="grid gap-6">
      {teaser.audio && <AudioTeaser audio={teaser.audio} title={title} />}
      {teaser.pictures.length > 0 && <TeaserPictures pictures={teaser.pictures} title={title} />}
      {teaser.text && (
        <div className="grid gap-1">
          <Article
            text={teaser.text}
            className="[mask-image:linear-gradient(to_bottom,#000_calc(100%-5rem),transparent)]"
          />
          <p className="font-semibold text-ink-soft">The rest unlocks after you pay.</p>
        </div>
      )}
    </section>
  )
}

function AudioTeaser({ audio, title }: { audio: NonNullable<Teaser['audio']>; title: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-brand-soft p-4">
      <IconTile className="bg-surface">
        <AudioLines aria-hidden />
      </IconTile>
      <div className="grid min-w-[min(100%,240px)] flex-1 gap-1.5">
        <p className="font-semibold">{`Free preview, ${audio.seconds} seconds`}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: a sample of someone's recording has no captions */}
        <audio
          src={audio.url}
          controls
          preload="none"
          controlsList="nodownload"
          aria-label={`Free preview of ${title}`}
          className="w-full"
        />
      </div>
    </div>
  )
}

/** Each opens in full size. On a phone they scroll sideways. */
function TeaserPictures({ pictures, title }: { pictures: Array<TeaserPicture>; title: string }) {
  return (
    <ul className="-mx-[18px] flex gap-3 overflow-x-auto px-[18px] pb-2 sm:mx-0 sm:grid sm:grid-cols-3 sm:px-0">
      {pictures.map(({ id, url, width, height }, index) => (
        <li key={id} className="w-[62%] flex-none sm:w-auto">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="block overflow-hidden rounded-md"
          >
            <img
              src={url}
              alt={`Preview ${index + 1} of ${title}`}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className="aspect-[4/3] w-full bg-sunken object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
