import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../../contract/api.ts'
import { webhookBody, webhookPayloads } from '../../../../contract/webhook-payloads.ts'
import { callGroups } from './calls.ts'
import { exampleOf, toJsonSchema } from './json-schema.ts'

const calls = callGroups.flatMap((group) => group.calls)

test('every call that a key can make is described once, and no other', () => {
  const scoped = Object.entries(api).flatMap(([name, { scope }]) => (scope ? [name] : []))

  expect(scoped.length).toBeGreaterThan(70)
  expect(calls.map(({ name }) => name).toSorted()).toEqual(scoped.toSorted())
})

describe('answers', () => {
  test.each(calls.filter(({ answer }) => answer))(
    'the call $name accepts its own example',
    ({ name, answer }) => {
      const schema = api[name]?.response
      if (!schema || !answer) throw new Error('No response')

      expect(z.safeParse(schema, JSON.parse(answer)).error?.issues ?? []).toEqual([])
    },
  )
})

describe('events', () => {
  test.each(Object.keys(webhookPayloads))('the example of %s is one', (name) => {
    // The keys of `webhookPayloads`.
    const schema = webhookBody(name as keyof typeof webhookPayloads)

    const example = exampleOf(toJsonSchema(schema, 'output'))

    expect(z.safeParse(schema, example).error?.issues ?? []).toEqual([])
  })
})
