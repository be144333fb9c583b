import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

/** A single-line text input. Inside a Field it takes id, name and error from the Field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(props)} className={clsx('control', className)} />
}

const textareaVariants = cva('control field-sizing-content', {
  variants: {
    size: {
      sm: 'max-h-96 min-h-20 py-3',
      md: 'max-h-96 min-h-24 py-3',
      lg: 'max-h-96 min-h-40 py-3',
      compact: 'max-h-96 min-h-[92px] resize-y py-2.5',
      document: 'max-h-[70vh] min-h-24 py-3 font-mono text-sm',
    },
  },
  defaultVariants: { size: 'md' },
})

/** A text area that grows with its content where the browser supports it. */
export function Textarea({
  size,
  className,
  ...props
}: ComponentProps<'textarea'> & VariantProps<typeof textareaVariants>) {
  return <textarea rows={4} {...useFieldControl(props)} className={textareaVariants({ size, className })} />
}
