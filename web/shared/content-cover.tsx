import { clsx } from 'clsx'
import { AlignLeft, File, Link2 } from 'lucide-react'
import type { PreviewFocus } from '../../contract/content.ts'
import type { PartKind } from '../../contract/parts.ts'
import { coverGradient } from '../../domain/brand-palette.ts'
import { kinds } from '../../domain/part-kinds.ts'
import { inlineBackdropUrl, inlineImageMedia, inlineImageUrl, PreviewImage } from './preview-image.tsx'

type ContentCoverProps = {
  /** The item's title: the same one always gets the same drawn cover, so the form's preview shows what fans will see. */
  seed: string
  image?: string | null
  /** What stays visible where the image is cropped. */
  focus?: PreviewFocus
  /** Alternative text; empty for drawn covers, which are decoration. */
  alt?: string
  /** The content of a drawn cover: the icon of the kind, and the title if it fits. */
  kind?: PartKind
  title?: string
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
  seed,
  image,
  focus,
  alt = '',
  kind,
  title,
  fit = 'cover',
  isMain = false,
  sizes = '64px',
  loading,
  inlineImages,
  className,
}: ContentCoverProps) {
  if (!image)
    return (
      <div className={clsx('cover', className)} style={{ background: coverGradient(seed) }}>
        {kind && <DrawnCover kind={kind} title={title} />}
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

const icons = { file: File, url: Link2, text: AlignLeft }

/** The title is on the page beside the cover, so the cover is decorative. */
function DrawnCover({ kind, title }: { kind: PartKind; title: string | undefined }) {
  const Icon = icons[kinds[kind].holds]
  return (
    <span aria-hidden className="cover-text">
      <Icon className="cover-icon" />
      {title && <span className="cover-title">{title}</span>}
    </span>
  )
}
