import { cn } from '../ui/cn.ts'
import { PreviewImage } from './preview-image.tsx'

const paletteCount = 8
const angleCount = 4

type ContentCoverProps = {
  /** The item's id, or its title while it has none. The same seed always gets the same cover. */
  seed: string | number
  image?: string | null
  /** Alternative text; empty for generated covers, which are decoration. */
  alt?: string
  /** The displayed width, as in `sizes` of an image. */
  sizes?: string
  className?: string
}

/** The item's image, or a generated cover. It uses classes, because the CSP allows no inline styles. */
export function ContentCover({ seed, image, alt = '', sizes = '64px', className }: ContentCoverProps) {
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

/** FNV-1a: small, and spreads adjacent ids well. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
