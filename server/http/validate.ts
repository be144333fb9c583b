import type { z } from 'zod'
import { AppError } from '../../domain/errors.ts'

/** Reads what did not come through a JSON body (form fields) by a schema of the contract; refusals name their fields. */
export function parseOrThrow<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path[0]
    if (field !== undefined) fields[String(field)] ??= issue.message
  }
  throw new AppError('invalid_input', Object.values(fields)[0] ?? 'The form is not complete.', fields)
}
