/** What a form needs of a schema. The contract's schemas are such; pages that must not carry them have lighter ones. */
export type FormSchema<T> = {
  safeParse(
    input: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: ReadonlyArray<FormIssue> } }
}
export type FormIssue = { path: ReadonlyArray<PropertyKey>; message: string }

/** Reads one field: its value, or the sentence that says what is wrong with it. */
export type FieldParser<T> = (input: string) => { value: T } | { error: string }
type Values<F extends Record<string, FieldParser<unknown>>> = {
  [K in keyof F]: Extract<ReturnType<F[K]>, { value: unknown }>['value']
}

/** A schema made of a reader for each text field of a form. */
export function formSchema<F extends Record<string, FieldParser<unknown>>>(
  parsers: F,
): FormSchema<Values<F>> {
  return {
    safeParse(input) {
      const values = new Map(Object.entries(input ?? {}))
      const data: Record<string, unknown> = {}
      const issues: Array<FormIssue> = []
      for (const [name, read] of Object.entries(parsers)) {
        const result = read(String(values.get(name) ?? '').trim())
        if ('value' in result) data[name] = result.value
        else issues.push({ path: [name], message: result.error })
      }
      if (issues.length > 0) return { success: false, error: { issues } }
      // Every reader has given its value under its own name.
      return { success: true, data: data as Values<F> }
    },
  }
}
