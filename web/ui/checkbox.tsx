import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldControl } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  children: ReactNode
  /** Where the box is beside a label of several lines. */
  align?: 'start' | 'center'
}

/** A checkbox with its label beside it. Inside a Field it takes name and error from the Field. */
export function Checkbox({ children, align = 'center', className, ...props }: CheckboxProps) {
  return (
    <label
      className={clsx(
        'flex min-h-11 cursor-pointer gap-3',
        align === 'start' ? 'items-start' : 'items-center',
        className,
      )}
    >
      <input {...useFieldControl(props)} type="checkbox" className="size-5 shrink-0 accent-brand" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
