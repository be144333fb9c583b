import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type RadioCardProps = {
  name: string
  value: string
  title: string
  description?: ReactNode
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (value: string) => void
}

/** A radio button as a card. Put several inside a RadioCardGroup. */
export function RadioCard({ title, description, onChange, value, ...input }: RadioCardProps) {
  return (
    <label className="moves relative block min-h-11 cursor-pointer rounded-md border-[1.5px] border-line-strong bg-surface p-4 hover:border-ink-faint has-checked:border-brand has-checked:bg-brand-soft has-checked:[box-shadow:0_0_0_3px_var(--ring)] has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-4">
      <input
        type="radio"
        className="absolute top-3 right-3 size-6 cursor-pointer appearance-none outline-none"
        value={value}
        onChange={onChange && (() => onChange(value))}
        {...input}
      />
      <span className="block font-semibold">{title}</span>
      {description && <span className="block text-ink-soft text-sm">{description}</span>}
    </label>
  )
}

type RadioCardGroupProps = {
  label: string
  /** Columns on wide screens. Three columns are lines on phones. */
  columns?: 2 | 3
  children: ReactNode
}

export function RadioCardGroup({ label, columns = 2, children }: RadioCardGroupProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div
        className={clsx(
          'grid',
          columns === 2
            ? 'gap-3.5 sm:grid-cols-2'
            : 'gap-2 sm:grid-cols-3 sm:gap-3 max-sm:[&>label]:flex max-sm:[&>label]:flex-wrap max-sm:[&>label]:items-baseline max-sm:[&>label]:justify-between max-sm:[&>label]:gap-x-3 max-sm:[&>label]:py-2.5',
        )}
      >
        {children}
      </div>
    </fieldset>
  )
}
