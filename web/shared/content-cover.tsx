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
  /**
   * `contain`: the image of a page about one item. One of another aspect ratio is shown without cropping, on a blurred
   * copy of itself.
   */
  fit?: 'cover' | 'contain'
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
    <div className={clsx('cover', fit === 'contain' && 'bg-sunken', className)}>
      {fit === 'contain' && (
        <PreviewImage
          src={image}
          alt=""
          sizes="40px"
          inline={inlineBackdrop ? { src: inlineBackdrop } : undefined}
          className="absolute inset-0 size-full scale-110 object-cover opacity-60 blur-xl"
        />
      )}
      <PreviewImage
        src={image}
        alt={alt}
        sizes={sizes}
        focus={fit === 'cover' ? focus : undefined}
        fetchPriority={fit === 'contain' ? 'high' : undefined}
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
