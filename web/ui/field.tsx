import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'

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

/** An error that belongs to no field, announced to screen readers. Nothing without a message. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <p role="alert" className="text-danger">
      {children}
    </p>
  ) : null
}

export type FieldContextValue = { id: string; name?: string; describedBy?: string; isInvalid: boolean }

/** What a Form passes to its fields: the error message for each invalid name. */
export const FormErrorsContext = createContext<Record<string, string>>({})
const FieldContext = createContext<FieldContextValue | undefined>(undefined)

type ControlProps = { id?: string; name?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown }

/** Connects a control to its Field: id, name and `aria-describedby`. The control's own props take precedence. */
export function useFieldControl<P extends ControlProps>(props: P) {
  const field = useContext(FieldContext)
  if (!field) return props
  return {
    id: field.id,
    name: field.name,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
    ...props,
  }
}
