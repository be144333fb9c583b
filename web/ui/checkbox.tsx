import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }

/** A checkbox with its label beside it. Inside a Field it takes name and error from the Field. */
export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <label className={cn('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input {...useFieldControl(props)} type="checkbox" className="size-5 shrink-0 accent-brand" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
