import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field-context.ts'

/** A single-line text input. Inside a Field it takes id, name and error from the Field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(props)} className={clsx('control', className)} />
}
