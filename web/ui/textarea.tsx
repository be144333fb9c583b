import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

/** A text area that grows with its content where the browser supports it. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...useFieldControl(props)}
      className={cn('control field-sizing-content max-h-96 min-h-24 py-3', className)}
    />
  )
}
