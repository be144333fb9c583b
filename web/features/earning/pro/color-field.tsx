import { useEffect, useState } from 'react'
import { isHexColor } from '../../../../domain/brand-palette.ts'
import { tints } from '../../../../domain/pond.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { dominantColors } from './dominant-colors.ts'

type ColorFieldProps = {
  color: string
  onChange: (color: string) => void
  /** The creator's covers, whose colors are offered. */
  covers: ReadonlyArray<string>
}

const ours = '#0e6b4a'

/** A color by its hex, by the browser's well, or from a cover. */
export function ColorField({ color, onChange, covers }: ColorFieldProps) {
  const fromCovers = useCoverColors(covers)
  const offered = fromCovers.length > 0 ? fromCovers : tints.slice(0, 5).map(({ mid }) => mid)
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Field
            label="Color"
            name="accentColor"
            hint="Leave blank to use ours. We adjust it where needed so text stays readable."
          >
            <Input
              value={color}
              onChange={({ target }) => onChange(target.value)}
              placeholder={ours}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
            />
          </Field>
        </div>
        <input
          type="color"
          aria-label="Pick a color"
          value={isHexColor(color) ? color.toLowerCase() : ours}
          onChange={({ target }) => onChange(target.value)}
          className="mt-7.5 h-[46px] w-14 flex-none cursor-pointer rounded-sm border border-line-strong bg-surface p-1"
        />
      </div>
      <fieldset className="min-w-0">
        <legend className="text-ink-faint text-sm">
          {fromCovers.length > 0 ? 'From your covers' : 'Some colors'}
        </legend>
        <div className="-ml-1.5 flex flex-wrap">
          {offered.map((offer) => (
            <button
              key={offer}
              type="button"
              aria-label={`Use ${offer}`}
              aria-pressed={offer === color.toLowerCase()}
              onClick={() => onChange(offer)}
              className="grid size-11 cursor-pointer place-items-center rounded-full border-2 border-transparent aria-pressed:border-brand"
            >
              <span className="size-8 rounded-full border border-line-strong" style={{ background: offer }} />
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

const readWidth = 64

/** The colors that stand out in all of these covers; none while they are read, and without any. */
function useCoverColors(covers: ReadonlyArray<string>): Array<string> {
  const [colors, setColors] = useState<Array<string>>([])
  const addresses = covers.join(' ')
  useEffect(() => {
    let isCurrent = true
    const all = addresses.split(' ').filter(Boolean)
    void Promise.all(all.map((address) => pixelsOf(address).catch(() => []))).then((pixels) => {
      if (isCurrent) setColors(dominantColors(pixels.flatMap((one) => [...one])))
    })
    return () => {
      isCurrent = false
    }
  }, [addresses])
  return colors
}

async function pixelsOf(address: string): Promise<Iterable<number>> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = readWidth
  canvas.height = Math.max(1, Math.round((readWidth * image.naturalHeight) / image.naturalWidth))
  const context = canvas.getContext('2d')
  if (!context) return []
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}
