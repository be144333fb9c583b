import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { bulkPublish } from '../../contract/content-editing.ts'
import { sendFeedback } from '../../contract/feedback.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { createTestApp } from '../../tests/support/test-app.ts'
import { isDeeperThan, maxCharactersOf, maxJsonBytes, maxJsonBytesOf } from './bodies.ts'

test('the depth counts brackets outside of strings', () => {
  expect(isDeeperThan('[[[]]]', 3)).toBe(false)
  expect(isDeeperThan('[[[[]]]]', 3)).toBe(true)
  expect(isDeeperThan('{"a":{"b":[{}]}}', 3)).toBe(true)
  expect(isDeeperThan('["[[[[[[", "\\"[[[[[", {}]', 3)).toBe(false)
  expect(isDeeperThan('[1],[2],[3],[4],[5]', 1)).toBe(false)
})

test('the body limit is 64 KiB, and more where the contract allows more text', () => {
  expect(maxJsonBytesOf(sendFeedback.body)).toBe(maxJsonBytes)
  expect(maxJsonBytesOf(bulkPublish.body)).toBeGreaterThan(limits.maxBulkItems * limits.maxTitleLength * 4)
  expect(maxJsonBytesOf(bulkPublish.body)).toBeLessThan(256 * 1024)
})

/** As maxCharactersOf, from the schema that clients see. */
function maxCharactersOfJson(schema: z.core.JSONSchema.BaseSchema | boolean | undefined): number {
  if (typeof schema !== 'object') return 200
  const { anyOf, allOf, maxLength, properties, items, maxItems } = schema
  if (maxLength !== undefined) return maxLength
  const choices = anyOf ?? allOf
  if (choices) return Math.max(...choices.map(maxCharactersOfJson))
  if (properties) {
    const sizes = Object.entries(properties).map(([name, value]) => name.length + maxCharactersOfJson(value))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  if (items && !Array.isArray(items)) return (maxItems ?? 20) * maxCharactersOfJson(items)
  return 200
}

test('the characters of every body are those of its JSON Schema', () => {
  const bodies = Object.values<Route>(api).flatMap(({ body }) => (body ? [body] : []))
  const lengths = bodies.map(maxCharactersOf)
  const expected = bodies.map((body) =>
    maxCharactersOfJson(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
  )

  expect(lengths).toEqual(expected)
  expect(new Set(lengths).size).toBeGreaterThan(20)
})

test('anonymous JSON of 500 KB is rejected with 413', async () => {
  const w = await createTestApp()

  const response = await w.visitor().send('POST', sendFeedback.path, {
    payload: '['.repeat(500_000),
    headers: { 'content-type': 'application/json' },
  })

  expect(response.statusCode).toBe(413)
})

test('deeply nested JSON is rejected with 400 before parsing', async () => {
  const w = await createTestApp()

  const response = await w.visitor().send('POST', sendFeedback.path, {
    payload: `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    headers: { 'content-type': 'application/json' },
  })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ message: 'This JSON is nested too deeply.' })
})
