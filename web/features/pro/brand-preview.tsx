import { isHexColor, paletteOf } from '../../../domain/brand-palette.ts'

/** The accent color on a light and a dark page. */
export function BrandPreview({ color }: { color: string }) {
  if (!isHexColor(color)) return null
  const palette = paletteOf(color)
  return (
    <figure className="grid grid-cols-2 gap-3">
      <figcaption className="col-span-2 text-ink-soft text-sm">Preview</figcaption>
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          data-theme={scheme}
          className="grid gap-2 rounded-md border border-line bg-surface p-4"
        >
          <span
            className="grid min-h-11 place-items-center rounded-full px-4 font-semibold"
            style={{ background: palette[scheme].brand, color: palette[scheme].on }}
          >
            Pay $5.00
          </span>
          <span className="text-center font-semibold" style={{ color: palette[scheme].brand }}>
            Sample link
          </span>
        </div>
      ))}
    </figure>
  )
}
