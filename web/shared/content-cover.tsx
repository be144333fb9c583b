import { cn } from '../ui/cn.ts'
import { PreviewImage } from './preview-image.tsx'

const paletteCount = 8
const angleCount = 4

type CoverProps = {
  /** The item's id (or, before it has one, its title): the same one always gets the same picture. */
  seed: string | number
  image?: string | null
  /** What the picture shows; drawn covers are decoration. */
  alt?: string
  /** How wide it is shown, as in `sizes` of an image. */
  sizes?: string
  className?: string
}

/** The item's picture, or one drawn for it. Drawn by class, not by inline style: the content policy allows none. */
export function ContentCover({ seed, image, alt = '', sizes = '64px', className }: CoverProps) {
  const seedHash = hash(String(seed))
  return (
    <div
      className={cn('cover rounded-lg', className)}
      data-cover={seedHash % paletteCount}
      data-turn={Math.floor(seedHash / paletteCount) % angleCount}
    >
      {image && (
        <PreviewImage
          src={image}
          alt={alt}
          sizes={sizes}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  )
}

/** FNV-1a: small, and spreads neighbouring ids well. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
