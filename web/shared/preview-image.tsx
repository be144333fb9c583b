import { createContext } from 'react'
import type { PreviewFocus } from '../../contract/content.ts'
import { type ImageFormat, imageFormats, imageWidths } from '../../contract/image-variants.ts'

type PreviewImageProps = {
  /** The URL of an item's preview; any other URL is used unchanged. */
  src: string
  alt: string
  /** The displayed width, as in `sizes` of an image: `52px`, `(min-width: 64rem) 600px, 100vw`. */
  sizes: string
  /** What stays visible where the image is cropped; its center when left out. */
  focus?: PreviewFocus
  /** `high` for the largest image of a page's first screen. */
  fetchPriority?: 'high'
  /** `lazy` for an image that is not on the first screen. */
  loading?: 'lazy'
  /** The image as a data URL, and the screens for which it is sharp enough; all when left out. */
  inline?: { src: string; media?: string } | undefined
  className?: string
}

/** A preview in the smallest format and size that the browser supports. */
export function PreviewImage({
  src,
  alt,
  sizes,
  focus,
  fetchPriority,
  loading,
  inline,
  className,
}: PreviewImageProps) {
  const style = focus && { objectPosition: `${focus.x}% ${focus.y}%` }
  if (!src.includes('/preview-image?')) return <img src={src} alt={alt} className={className} style={style} />
  return (
    <picture>
      {inline && <source type="image/avif" media={inline.media} srcSet={inline.src} />}
      {imageFormats
        .filter((format) => format !== 'jpeg')
        .map((format) => (
          <source key={format} type={`image/${format}`} srcSet={srcSet(src, format)} sizes={sizes} />
        ))}
      <img
        src={imageUrl(src, 'jpeg', '640')}
        srcSet={srcSet(src, 'jpeg')}
        sizes={sizes}
        alt={alt}
        decoding="async"
        loading={loading}
        fetchPriority={fetchPriority}
        className={className}
        style={style}
      />
    </picture>
  )
}

/** The variants that a page may have inline: a blurred backdrop, and an image as wide as a phone. */
export const inlineBackdropUrl = (src: string) => imageUrl(src, 'avif', '160')
export const inlineImageUrl = (src: string) => imageUrl(src, 'avif', '640')
/** Where an image of 640 pixels is sharp enough: on phones, and on screens with one pixel per CSS pixel. */
export const inlineImageMedia = '(max-width: 47.99rem), (max-resolution: 1.49dppx)'

function srcSet(src: string, format: ImageFormat): string {
  return imageWidths.map((width) => `${imageUrl(src, format, width)} ${width}w`).join(', ')
}

function imageUrl(src: string, format: ImageFormat, width: string): string {
  return `${src}&w=${width}&as=${format}`
}

/**
 * Images that are in the page itself, as data URLs by their URLs. Only the server has them, so only parts of a page that
 * are not hydrated may use them.
 */
export const InlineImagesContext = createContext<ReadonlyMap<string, string>>(new Map())
