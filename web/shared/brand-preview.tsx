import type { Pond } from '../../contract/ponds.ts'
import { isHexColor, type Palette, paletteOf } from '../../domain/brand-palette.ts'
import { ContentCover } from './content-cover.tsx'

/** What the head of a tip page shows. */
export type BrandedItem = {
  title: string
  creator: string
  price: string
  category: string
  image: string | null
  pond: Pond
}

const example: BrandedItem = {
  title: 'Night Ferry',
  creator: 'Mara Vitale',
  price: '$8.00',
  category: 'Music',
  image: null,
  pond: { seed: 3, rings: 9 },
}

/** The head of a tip page in a color, in both themes. The item is an example where there is none. */
export function BrandPreview({ color, item = example }: { color: string; item?: BrandedItem | undefined }) {
  if (!isHexColor(color)) return null
  const palette = paletteOf(color)
  return (
    <figure className="grid gap-3">
      <figcaption className="font-semibold">Your tip page</figcaption>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((scheme) => (
          <PageHead key={scheme} scheme={scheme} colors={palette[scheme]} item={item} />
        ))}
      </div>
    </figure>
  )
}

type PageHeadProps = { scheme: keyof Palette; colors: Palette['light']; item: BrandedItem }

function PageHead({ scheme, colors, item }: PageHeadProps) {
  const { title, creator, price, category, image, pond } = item
  return (
    <div
      data-theme={scheme}
      role="img"
      aria-label={`${title} with this color, on a ${scheme} page`}
      className="overflow-hidden rounded-md border border-line bg-surface text-ink"
    >
      <ContentCover pond={pond} image={image} fit="contain" sizes="320px" />
      <div className="grid justify-items-start gap-1 p-4">
        <span
          className="rounded-full px-2.5 py-0.5 font-semibold text-sm"
          style={{ background: colors.soft, color: colors.brand }}
        >
          {category}
        </span>
        <span className="wrap-anywhere mt-1 line-clamp-2 font-[650] font-display text-lg leading-tight">
          {title}
        </span>
        <span className="wrap-anywhere text-sm">
          by{' '}
          <span className="font-semibold underline underline-offset-3" style={{ color: colors.brand }}>
            {creator}
          </span>
        </span>
        <span
          className="mt-2.5 grid min-h-11 w-full place-items-center rounded-full px-2 text-center font-semibold"
          style={{ background: colors.brand, color: colors.on }}
        >
          Pay {price}
        </span>
      </div>
    </div>
  )
}
