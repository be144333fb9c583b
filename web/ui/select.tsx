import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

type SelectProps = ComponentProps<'select'> & { options: ReadonlyArray<Option> }
type Option = { value: string; label: string; disabled?: boolean }

export function Select({ options, className, ...props }: SelectProps) {
  return (
    <div className={clsx('relative', className)}>
      <select {...useFieldControl(props)} className="control appearance-none pr-10">
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-5 text-ink-soft"
      />
    </div>
  )
}
