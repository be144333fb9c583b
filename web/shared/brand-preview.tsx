import { isHexColor, paletteOf } from '../../domain/brand-palette.ts'

export function BrandPreview({ color }: { color: string }) {
  if (!isHexColor(color)) return null
  const palette = paletteOf(color)
  return (
    <figure className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3">
      <figcaption className="col-span-2 font-semibold">Preview</figcaption>
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          data-theme={scheme}
          className="grid gap-2 rounded-md border border-line bg-surface p-3 text-ink sm:p-4"
        >
          <span className="text-ink-soft text-sm">{scheme === 'light' ? 'Light' : 'Dark'}</span>
          <span
            className="grid min-h-11 place-items-center rounded-full px-2 text-center font-semibold"
            style={{ background: palette[scheme].brand, color: palette[scheme].on }}
          >
            Pay $5.00
          </span>
          <span className="text-center font-semibold" style={{ color: palette[scheme].brand }}>
            Sample link
          </span>
          <span
            className="justify-self-center rounded-full px-2.5 py-0.5 font-semibold text-sm"
            style={{ background: palette[scheme].soft, color: palette[scheme].brand }}
          >
            Badge
          </span>
        </div>
      ))}
    </figure>
  )
}
