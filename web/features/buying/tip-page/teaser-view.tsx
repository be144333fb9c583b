import { clsx } from 'clsx'
import { AudioLines } from 'lucide-react'
import type { PublicContent } from '../../../../contract/content.ts'
import type { PublicPart } from '../../../../contract/parts.ts'
import type { Teaser, TeaserPicture } from '../../../../contract/teasers.ts'
import { Article } from '../../../shared/article.tsx'
import { partLabel } from '../../../shared/parts-text.ts'
import { formatDuration } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The id of the free preview, for links to it. */
export const previewAnchor = 'free-preview'

/** The free preview of an item. It works without scripts. */
export function TeaserView({ content }: { content: PublicContent }) {
  const { teaser, title } = content
  if (!teaser) return null
  const { audio, video, pages, pictures } = teaser
  return (
    <section id={previewAnchor} aria-label="Free preview" className="grid scroll-mt-5 gap-6">
      {video && <VideoTeaser video={video} content={content} />}
      {audio && <AudioTeaser audio={audio} content={content} />}
      {pages.length > 0 && (
        <div className="grid gap-3">
          <p className="font-semibold">{pages.length === 1 ? 'First page' : `First ${pages.length} pages`}</p>
          <Pictures
            pictures={pages}
            altOf={(number) => `Page ${number} of ${title}`}
            className="aspect-[3/4] border border-line object-cover object-top"
          />
        </div>
      )}
      {pictures.length > 0 && (
        <Pictures
          pictures={pictures}
          altOf={(number) => `Preview ${number} of ${title}`}
          className="aspect-[4/3] bg-sunken object-contain"
        />
      )}
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

type AudioTeaserProps = { audio: NonNullable<Teaser['audio']>; content: PublicContent }

function AudioTeaser({ audio, content: { title, parts } }: AudioTeaserProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-brand-soft p-4">
      <IconTile tone="surface">
        <AudioLines aria-hidden />
      </IconTile>
      <div className="grid min-w-[min(100%,240px)] flex-1 gap-1.5">
        <SampleCaption sample={audio} parts={parts} />
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

type Sample = NonNullable<Teaser['audio']>

type SampleCaptionProps = { sample: Sample; parts: Array<PublicPart> }

/** The length of the sample, of several parts with the name of its own, and a link to pay for all. */
function SampleCaption({ sample: { seconds, recordingSeconds }, parts }: SampleCaptionProps) {
  const previewed = parts.length > 1 ? parts.find(({ isPreviewed }) => isPreviewed) : undefined
  const whole = recordingSeconds === null ? undefined : formatDuration(recordingSeconds)
  const all = parts.length > 1 ? `${parts.length} parts` : whole
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 [overflow-wrap:anywhere]">
      <span className="font-semibold">
        {`Free preview${previewed ? ` of ${partLabel(previewed)}` : ''}, ${formatDuration(seconds)}`}
      </span>
      {all && (
        <TextLink href="#pay" className="inline-grid min-h-11 place-items-center">
          {`Unlock all ${all}`}
        </TextLink>
      )}
    </p>
  )
}

/** Shows the item's image before it is played, and loads nothing else. Without an image it shows the first frame. */
function VideoTeaser({ video, content }: { video: NonNullable<Teaser['video']>; content: PublicContent }) {
  const { url, width, height } = video
  const { title, previewImage } = content
  return (
    <figure className="grid gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: a sample of someone's recording has no captions */}
      <video
        src={url}
        controls
        playsInline
        preload={previewImage ? 'none' : 'metadata'}
        controlsList="nodownload"
        width={width}
        height={height}
        poster={previewImage ? `${previewImage}&w=640&as=jpeg` : undefined}
        aria-label={`Free preview of ${title}`}
        className="h-auto max-h-[480px] w-full rounded-md bg-sunken object-contain"
      />
      <figcaption>
        <SampleCaption sample={video} parts={content.parts} />
      </figcaption>
    </figure>
  )
}

type PicturesProps = {
  pictures: Array<TeaserPicture>
  /** The alternative text of the first, second, … picture. */
  altOf: (number: number) => string
  className: string
}

/** The images, each a link to its full size. On a phone they scroll horizontally. */
function Pictures({ pictures, altOf, className }: PicturesProps) {
  return (
    <ul className="-mx-[18px] fades-x flex gap-3 overflow-x-auto px-[18px] pb-2 sm:mx-0 sm:grid sm:grid-cols-3 sm:px-0">
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
              alt={altOf(index + 1)}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className={clsx('w-full rounded-md', className)}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
