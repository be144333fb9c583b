import { z } from 'zod'
import { dictionary } from '../../contract/dictionary.ts'
import type { Schema } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import { fieldMessage } from './validation-messages.ts'

/** Parses input that was not a JSON body (form fields) by a schema of the contract. Throws AppError with the fields. */
export function parseOrThrow<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const fields: Record<string, string> = dictionary()
  for (const issue of result.error.issues) {
    const field = issue.path[0]
    if (field !== undefined) fields[String(field)] ??= issue.message
  }
  const [first] = Object.entries(fields)
  throw new AppError(
    'invalid_input',
    first ? fieldMessage(...first) : 'Please fill in all required fields.',
    fields,
  )
}
