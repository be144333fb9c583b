import { clsx } from 'clsx'
import { useContext } from 'react'
import type { PreviewFocus } from '../../contract/content.ts'
import type { Pond } from '../../contract/ponds.ts'
import { DrawnCoverContext } from './drawn-cover.ts'
import { inlineBackdropUrl, inlineImageMedia, inlineImageUrl, PreviewImage } from './preview-image.tsx'

type ContentCoverProps = {
  /** What is drawn without an image. */
  pond: Pond
  image?: string | null
  /** What stays visible where the image is cropped. */
  focus?: PreviewFocus
  /** Alternative text of an image. */
  alt?: string
  /** Of a drawn cover; empty where the title beside it says enough. */
  pondAlt?: string
  /** A square of up to 72 pixels, for which a drawn cover has fewer rings. */
  isThumb?: boolean
  /** `contain`: an image that is not 16:10 is shown whole, on a blurred copy of itself. `cover` is for squares, which crop it. */
  fit?: 'cover' | 'contain'
  /** The largest image of a page's first screen. */
  isMain?: boolean
  /** The displayed width, as in `sizes` of an image. */
  sizes?: string
  /** `lazy` for a cover that is not on the first screen. */
  loading?: 'lazy'
  /** Variants of the image that are in the page itself, by their URLs. */
  inlineImages?: ReadonlyMap<string, string>
  className?: string
}

export function ContentCover({
  pond,
  image,
  focus,
  alt = '',
  pondAlt = '',
  isThumb = false,
  fit = 'cover',
  isMain = false,
  sizes = '64px',
  loading,
  inlineImages,
  className,
}: ContentCoverProps) {
  const draw = useContext(DrawnCoverContext)
  if (!image)
    return (
      <div className={clsx('cover', className)}>
        <img
          src={draw(pond, isThumb ? 'thumb' : 'cover')}
          alt={pondAlt}
          loading={loading}
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    )
  const inlineBackdrop = inlineImages?.get(inlineBackdropUrl(image))
  const inlineImage = inlineImages?.get(inlineImageUrl(image))
  return (
    <div className={clsx('cover', className)}>
      {fit === 'contain' && (
        <PreviewImage
          src={image}
          alt=""
          // As wide as the image itself, so that it is one request, unless a small copy is in the page.
          sizes={inlineBackdrop ? '40px' : sizes}
          loading={loading}
          inline={inlineBackdrop ? { src: inlineBackdrop } : undefined}
          className="cover-backdrop"
        />
      )}
      <PreviewImage
        src={image}
        alt={alt}
        sizes={sizes}
        focus={fit === 'cover' ? focus : undefined}
        fetchPriority={isMain ? 'high' : undefined}
        loading={loading}
        inline={inlineImage ? { src: inlineImage, media: inlineImageMedia } : undefined}
        className={clsx('absolute inset-0 size-full', fit === 'contain' ? 'object-contain' : 'object-cover')}
      />
    </div>
  )
}
