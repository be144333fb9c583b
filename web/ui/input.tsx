import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

/** One line of text. Inside a Field it takes its id, name and error from it. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(props)} className={cn('control', className)} />
}
