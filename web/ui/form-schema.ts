import { dictionary } from '../../contract/dictionary.ts'
/**
 * What a form needs from a schema. The contract's schemas satisfy it, and so do the light ones of pages that must not
 * load zod.
 */
export type FormSchema<T> = {
  safeParse(
    input: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: ReadonlyArray<FormIssue> } }
}
export type FormIssue = { path: ReadonlyArray<PropertyKey>; message: string }

/** Parses one field: its value, or an error message. */
export type FieldParser<T> = (input: string) => { value: T } | { error: string }
type Values<F extends Record<string, FieldParser<unknown>>> = {
  [K in keyof F]: Extract<ReturnType<F[K]>, { value: unknown }>['value']
}

export function formSchema<F extends Record<string, FieldParser<unknown>>>(
  parsers: F,
): FormSchema<Values<F>> {
  return {
    safeParse(input) {
      const values = new Map(Object.entries(input ?? {}))
      const data: Record<string, unknown> = dictionary()
      const issues: Array<FormIssue> = []
      for (const [name, parse] of Object.entries(parsers)) {
        const result = parse(String(values.get(name) ?? '').trim())
        if ('value' in result) data[name] = result.value
        else issues.push({ path: [name], message: result.error })
      }
      if (issues.length > 0) return { success: false, error: { issues } }
      // Every parser's value is stored under its own name above.
      return { success: true, data: data as Values<F> }
    },
  }
}
