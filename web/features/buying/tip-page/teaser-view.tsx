import { clsx } from 'clsx'
import type { PublicContent } from '../../../../contract/content.ts'
import type { TeaserPicture } from '../../../../contract/teasers.ts'
import { Article } from '../../../shared/article.tsx'
import { previewAnchor } from './sample-player.island.tsx'

/** The words and pictures that everyone may see. A sample of a recording is on the cover. It works without scripts. */
export function TeaserView({ content }: { content: PublicContent }) {
  const { teaser, title } = content
  if (!teaser) return null
  const { audio, video, pages, pictures } = teaser
  if (!teaser.text && pages.length === 0 && pictures.length === 0) return null
  const isOnCover = audio !== null || video !== null
  return (
    <section
      id={isOnCover ? undefined : previewAnchor}
      aria-label={isOnCover ? 'More to see' : 'Free preview'}
      className="grid scroll-mt-5 gap-6"
    >
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
            title={title}
            className="[mask-image:linear-gradient(to_bottom,#000_calc(100%-5rem),transparent)]"
          />
          <p className="font-semibold text-ink-soft">The rest unlocks after you pay.</p>
        </div>
      )}
    </section>
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
