import { z } from 'zod'
import { dictionary } from '../../contract/dictionary.ts'
import type { Route, Schema } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The expected type of a field, as the end of the sentence `This value must be …`. */
const typeNames: Record<string, string> = dictionary({
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date',
})

/**
 * Sets the messages of fields whose schema has none of its own, so that a response never contains the words of the
 * validation library. They apply to every schema of the process.
 */
export function setGeneralMessages(): void {
  z.config({ customError: generalMessage })
}

/** The message of a response about one invalid field: its own message, or a general one that names the field. */
export function fieldMessage(field: string, message: string): string {
  return general.test(message) ? `${message.replace(general, `The field “${field}”`)}.` : message
}

const general = /^This (?:field|value)\b/

function generalMessage(issue: Issue): string {
  if (issue.input === undefined || issue.input === '') return 'This field is required'
  if (issue.code === 'invalid_type')
    return `This value must be ${typeNames[issue.expected] ?? 'of another type'}`
  if (issue.code === 'invalid_value')
    return `This value must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum)
  if (issue.code === 'too_small') return tooSmall(issue.origin, issue.minimum)
  return 'This value isn’t valid'
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `Use ${maximum} characters or fewer`
  if (origin === 'array') return `This value can’t have more than ${entries(maximum)}`
  return `This value can’t be more than ${maximum}`
}

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string') return `Use at least ${minimum} characters`
  if (origin === 'array') return `This value must have at least ${entries(minimum)}`
  return `This value can’t be less than ${minimum}`
}

function entries(count: number | bigint): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** The schemas that Fastify validates requests and responses with. */
export function toFastifySchema(route: Route) {
  return {
    summary: route.summary,
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body &&
      (route.transport === 'json' || route.transport === 'urlencoded') && { body: route.body }),
    // Ignored by Fastify; only the OpenAPI document reads it.
    ...(route.transport === 'multipart' && { streams: { body: route.body, files: route.files ?? {} } }),
    ...(route.transport === 'tus' && { streams: 'tus' }),
    ...(route.response && { response: { 200: route.response } }),
  }
}

/** Parses input that was not a JSON body (form fields) by a schema of the contract. Throws AppError with the fields. */
export function parseOrThrow<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const { message, fields } = fieldErrors(
    result.error.issues.map(({ path, message }) => ({
      field: path[0] === undefined ? undefined : String(path[0]),
      message,
    })),
  )
  throw new AppError('invalid_input', message ?? 'Please fill in all required fields.', fields)
}

/** The first message of each field, and that of a response about them; undefined without a field. */
export function fieldErrors(issues: Array<{ field: string | undefined; message: string }>) {
  const fields: Record<string, string> = dictionary()
  for (const { field, message } of issues) if (field) fields[field] ??= message
  const [first] = Object.entries(fields)
  return { message: first && fieldMessage(...first), fields }
}
