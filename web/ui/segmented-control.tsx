import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type SegmentedControlProps<V extends string> = {
  /** The group's accessible name. */
  label: string
  name: string
  options: ReadonlyArray<{ value: V; label: ReactNode }>
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  className?: string
}

/** A choice of one among a few. It uses radio buttons, so arrow keys, forms and pages without scripts work. */
export function SegmentedControl<V extends string>({
  label,
  name,
  options,
  value,
  defaultValue,
  onChange,
  className,
}: SegmentedControlProps<V>) {
  return (
    <fieldset
      className={clsx(
        'inline-flex max-w-full flex-wrap gap-1 justify-self-start rounded-[22px] bg-sunken p-1',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        // 44 px high with the pill drawn inside. The radio covers the pill, so the label and the radio can both be
        // clicked.
        <label
          key={option.value}
          className="-my-1 group relative grid min-h-11 cursor-pointer place-items-center rounded-full font-semibold text-ink-soft hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            className="absolute inset-x-0 top-0 h-1 cursor-pointer appearance-none outline-none"
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value, onChange: () => onChange?.(option.value) })}
          />
          <span className="moves grid min-h-9 place-items-center rounded-full px-3 sm:px-4 group-has-checked:bg-raised group-has-checked:shadow-sm">
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
