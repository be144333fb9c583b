import { type ComponentProps, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { FormErrors } from './field-context.ts'
import { fieldErrors, type Sentences } from './form-errors.ts'
import type { FormSchema } from './form-schema.ts'

type FormProps<T> = Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'onInput' | 'onInvalid' | 'action' | 'method'
> & {
  schema: FormSchema<T>
  /** Gets what was typed, as the schema reads it. */
  onSubmit: (values: T) => void
  onInvalid?: (errors: Sentences, typed: Record<string, string>) => void
  /** Sentences of the server's refusal (`ErrorBody.fields`), by field name. */
  errors?: Sentences
}

/** A native form that asks the contract's own schema. Nothing typed is lost; the first fault gets the focus. */
export function Form<T>({ schema, onSubmit, onInvalid, errors, ...rest }: FormProps<T>) {
  const form = useRef<HTMLFormElement>(null)
  const [own, setOwn] = useState<Sentences>({})
  const [touched, setTouched] = useState<ReadonlyArray<string>>([])
  const [waits, setWaits] = useState(true)
  const told = without({ ...errors, ...own }, touched)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = typed(event.currentTarget, event.nativeEvent.submitter)
    const read = schema.safeParse(values)
    const found = read.success ? {} : fieldErrors(read.error)
    setOwn(found)
    setTouched([])
    if (read.success) return onSubmit(read.data)
    focusFirst(event.currentTarget, found)
    onInvalid?.(found, values)
  }

  // The server's refusal arrives later than the press: bring the person to it.
  useEffect(() => {
    setTouched([])
    if (form.current && errors) focusFirst(form.current, errors)
  }, [errors])

  // Speaks to the page as the server wrote it: a press that came before us is done now (web/app/press-script.ts).
  useEffect(() => {
    if (waits) return setWaits(false)
    if (form.current?.dataset.pressed === undefined) return
    delete form.current.dataset.pressed
    form.current.requestSubmit()
  }, [waits])

  /** A fault that is being mended is no longer told. */
  function mend({ target }: FormEvent<HTMLFormElement>) {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name && name in told) setTouched([...touched, name])
  }

  return (
    <FormErrors value={told}>
      <form
        {...rest}
        ref={form}
        noValidate
        method="post"
        data-waits={waits ? '' : undefined}
        onSubmit={submit}
        onInput={mend}
      />
    </FormErrors>
  )
}

/** The form's text fields by name, and the value of the button that sent it. Files are the page's own business. */
function typed(form: HTMLFormElement, button: HTMLElement | null): Record<string, string> {
  const texts = [...new FormData(form, button)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return Object.fromEntries(texts)
}

function without(told: Sentences, names: ReadonlyArray<string>): Sentences {
  return Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name)))
}

function focusFirst(form: HTMLFormElement, errors: Sentences): void {
  const first = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in errors)
  if (first instanceof HTMLElement) first.focus()
}
