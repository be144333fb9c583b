import { createContext, useContext } from 'react'

/** What a Field passes to the control inside it. */
export type FieldContextValue = { id: string; name?: string; describedBy?: string; isInvalid: boolean }

/** What a Form passes to its fields: the error message for each invalid name. */
export const FormErrorsContext = createContext<Record<string, string>>({})
export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

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
