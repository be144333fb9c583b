import { z } from 'zod'
import { dictionary } from '../../contract/dictionary.ts'

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
