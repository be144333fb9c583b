import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

/** A single-line text input. Inside a Field it takes id, name and error from the Field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(props)} className={cn('control', className)} />
}
