import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useContext, useId } from 'react'
import { FieldContext, FormErrorsContext } from './field-context.ts'

type FieldProps = {
  label: ReactNode
  name?: string
  hint?: ReactNode
  /** An error message that overrides the form's message for `name`. */
  error?: string
  isOptional?: boolean
  className?: string
  hidden?: boolean
  children: ReactNode
}

/** Label above, hint below. An error replaces the hint and is announced with the control. */
export function Field({
  label,
  name,
  hint,
  error,
  isOptional = false,
  className,
  hidden,
  children,
}: FieldProps) {
  const id = useId()
  const errors = useContext(FormErrorsContext)
  const message = error ?? (name ? errors[name] : undefined)
  const helpTextId = `${id}-note`
  const helpText = message ?? hint

  return (
    <div hidden={hidden} className={clsx('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      <FieldContext
        value={{ id, name, describedBy: helpText ? helpTextId : undefined, isInvalid: message !== undefined }}
      >
        {children}
      </FieldContext>
      {helpText && (
        <p
          id={helpTextId}
          className={clsx('flex gap-1.5 text-sm', message ? 'text-danger' : 'text-ink-faint')}
        >
          {message && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          <span className="min-w-0 [overflow-wrap:anywhere]">{helpText}</span>
        </p>
      )}
    </div>
  )
}
