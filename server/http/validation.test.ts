import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldMessage, setGeneralMessages } from './validation.ts'

beforeAll(setGeneralMessages)

function messageOf(schema: z.ZodType, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message
}

test.each([
  [z.string(), undefined, 'This field is required'],
  [z.string().min(3), '', 'This field is required'],
  [z.string(), 5, 'This value must be text'],
  [z.number(), 'x', 'This value must be a number'],
  [z.boolean(), 'x', 'This value must be true or false'],
  [z.array(z.string()), 'x', 'This value must be a list'],
  [z.int(), 1.5, 'This value must be a whole number'],
  [z.enum(['low', 'high']), 'x', 'This value must be one of low, high'],
  [z.string().max(3), 'long', 'Use 3 characters or fewer'],
  [z.string().min(3), 'a', 'Use at least 3 characters'],
  [z.number().max(3), 4, 'This value can’t be more than 3'],
  [z.number().min(3), 2, 'This value can’t be less than 3'],
  [z.array(z.string()).max(1), ['a', 'b'], 'This value can’t have more than 1 entry'],
  [z.array(z.string()).min(1), [], 'This value must have at least 1 entry'],
  [z.email(), 'x', 'This value isn’t valid'],
] as const)('%# a schema without messages: %o', (schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message)
})

test('a schema’s own message has precedence', () => {
  expect(messageOf(z.string('Enter a subject'), undefined)).toBe('Enter a subject')
})

test('a general message of a response names the field, and a schema’s own message stays', () => {
  expect(fieldMessage('priority', 'This field is required')).toBe('The field “priority” is required.')
  expect(fieldMessage('priority', 'This value isn’t valid')).toBe('The field “priority” isn’t valid.')
  expect(fieldMessage('type', 'Choose a type')).toBe('Choose a type')
})
