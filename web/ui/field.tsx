import { CircleAlert } from 'lucide-react'
import { type ReactNode, useContext, useId } from 'react'
import { cn } from './cn.ts'
import { FieldContext, FormErrors } from './field-context.ts'

type FieldProps = {
  label: ReactNode
  name?: string
  hint?: ReactNode
  /** A sentence that wins over what the form says about `name`. */
  error?: string
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Label above, hint below; an error takes the hint's place and is read out with the control. */
export function Field({ label, name, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId()
  const errors = useContext(FormErrors)
  const wrong = error ?? (name ? errors[name] : undefined)
  const noteId = `${id}-note`
  const note = wrong ?? hint

  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      <FieldContext
        value={{ id, name, describedBy: note ? noteId : undefined, invalid: wrong !== undefined }}
      >
        {children}
      </FieldContext>
      {note && (
        <p id={noteId} className={cn('flex gap-1.5 text-sm text-ink-faint', wrong && 'text-danger')}>
          {wrong && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}
