import { useId } from 'react'
import { pondUrl } from '../../contract/ponds.ts'
import { tintOf, tints, withTint } from '../../domain/pond.ts'

type PondFieldProps = {
  /** The seed that the form began with. */
  seed: string | undefined
  /** With a picture nothing is drawn; the seed stays, for when the picture is removed. */
  hasImage: boolean
}

/** The color of the drawn cover. Each choice is the same pond with other water, as its seed. */
export function PondField({ seed, hasImage }: PondFieldProps) {
  const labelId = useId()
  const chosen = Number(seed) || 0
  return (
    <fieldset hidden={hasImage} aria-labelledby={labelId} className="min-w-0">
      <p id={labelId} className="mt-2 mb-1 text-ink-faint text-sm">
        Or another color. Each sale adds to its rings.
      </p>
      <div className="-mx-1 grid max-w-[26rem] grid-cols-8">
        {tints.map(({ name }, tint) => {
          const value = withTint(chosen, tint)
          return (
            <label
              key={name}
              className="grid min-h-11 cursor-pointer place-items-center rounded-[14px] border-2 border-transparent p-0.5 has-checked:border-brand has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="pondSeed"
                value={value}
                defaultChecked={tintOf(chosen).name === name}
                className="sr-only"
              />
              <img
                src={pondUrl({ seed: value, rings: 0 }, 'thumb')}
                alt={name}
                width={44}
                height={44}
                className="h-auto w-full max-w-11 rounded-[10px]"
              />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
