import { type ComponentProps, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { FormErrorsContext } from './field.tsx'
import type { FormIssue, FormSchema } from './form-schema.ts'

type FormProps<T> = Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'onInput' | 'onInvalid' | 'action' | 'method'
> & {
  schema: FormSchema<T>
  /** Receives the values as the schema parsed them. */
  onSubmit: (values: T) => void
  onInvalid?: (errors: FieldErrors, values: Record<string, string>) => void
  /** The field that gets the focus after an invalid submit; the first invalid one when undefined. */
  fieldToFocus?: (errors: FieldErrors, values: Record<string, string>) => string | undefined
  /** The server's field errors (`ErrorBody.fields`). */
  errors?: FieldErrors
  /** Identifies the form's current fields. A new value clears the errors, which are about the previous fields. */
  fieldSet?: string
}

/** A native form validated by a contract schema. Input is never lost; the first invalid field gets the focus. */
export function Form<T>({
  schema,
  onSubmit,
  onInvalid,
  fieldToFocus,
  errors,
  fieldSet,
  ...rest
}: FormProps<T>) {
  const form = useRef<HTMLFormElement>(null)
  const [validationErrors, setValidationErrors] = useState<FieldErrors>({})
  const [clearedFields, setClearedFields] = useState<ReadonlyArray<string>>([])
  const [checkedFieldSet, setCheckedFieldSet] = useState(fieldSet)
  const visibleErrors = omitFields({ ...errors, ...validationErrors }, clearedFields)

  if (fieldSet !== checkedFieldSet) {
    setCheckedFieldSet(fieldSet)
    setValidationErrors({})
    setClearedFields(Object.keys(errors ?? {}))
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = textEntries(new FormData(event.currentTarget, event.nativeEvent.submitter))
    const result = schema.safeParse(values)
    const errors = result.success ? {} : toFieldErrors(result.error)
    setValidationErrors(errors)
    setClearedFields([])
    if (result.success) return onSubmit(result.data)
    const named = fieldToFocus?.(errors, values)
    focusFirstInvalid(event.currentTarget, named === undefined ? errors : { [named]: '' })
    onInvalid?.(errors, values)
  }

  // The server's field errors arrive after the submit, so the first one gets the focus then.
  useEffect(() => {
    setClearedFields([])
    if (form.current && errors) focusFirstInvalid(form.current, errors)
  }, [errors])

  /** Hides a field's error as soon as the field is edited. */
  function clearFieldError({ target }: FormEvent<HTMLFormElement>) {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name && Object.hasOwn(visibleErrors, name)) setClearedFields([...clearedFields, name])
  }

  return (
    <FormErrorsContext value={visibleErrors}>
      <form {...rest} ref={form} noValidate method="post" onSubmit={handleSubmit} onInput={clearFieldError} />
    </FormErrorsContext>
  )
}

/** The texts among a form's values, by name. The page handles files itself. */
export function textEntries(values: Iterable<[string, unknown]>): Record<string, string> {
  const texts = [...values].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(texts)
}

function omitFields(visibleErrors: FieldErrors, names: ReadonlyArray<string>): FieldErrors {
  return Object.fromEntries(Object.entries(visibleErrors).filter(([name]) => !names.includes(name)))
}

function focusFirstInvalid(form: HTMLFormElement, errors: FieldErrors): void {
  const first = [...form.elements].find((element) =>
    Object.hasOwn(errors, element.getAttribute('name') ?? ''),
  )
  if (!(first instanceof HTMLElement)) return
  // A field in closed details can't get the focus.
  for (let fold = first.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  first.focus()
}

export type FieldErrors = Record<string, string>

/** The first message of each field in a schema error. */
export function toFieldErrors(error: { issues: ReadonlyArray<FormIssue> }): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issue.message
  }
  return errors
}
