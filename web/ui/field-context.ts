import { createContext, useContext } from 'react'

/** What a field tells the control inside it. */
export type FieldContextValue = { id: string; name?: string; describedBy?: string; invalid: boolean }

/** What a form tells its fields: the sentence for each name that was refused. */
export const FormErrorsContext = createContext<Record<string, string>>({})
export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

type ControlProps = { id?: string; name?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown }

/** Ties a control to its field: id, name, and where its hint or error stands. Its own attributes win. */
export function useFieldControl<P extends ControlProps>(props: P) {
  const field = useContext(FieldContext)
  if (!field) return props
  return {
    id: field.id,
    name: field.name,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    ...props,
  }
}
