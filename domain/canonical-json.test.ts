import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the order of keys and keys without a value change nothing, the order of a list does', () => {
  const text = canonicalJson({ b: [{ y: 1, x: '“ü”' }, null], a: { d: true, c: null } })

  expect(canonicalJson({ a: { c: null, d: true, e: undefined }, b: [{ x: '“ü”', y: 1 }, undefined] })).toBe(
    text,
  )
  expect(text).toBe('{"a":{"c":null,"d":true},"b":[{"x":"“ü”","y":1},null]}')
  expect(canonicalJson({ a: { c: null, d: true }, b: [null, { x: '“ü”', y: 1 }] })).not.toBe(text)
})

test('it is JSON, and a change of any value changes it', () => {
  const value = { total: ['Total paid', '$8.00'], lines: [{ label: 'Dusk', isTitle: true }] }

  expect(JSON.parse(canonicalJson(value))).toEqual(value)
  expect(canonicalJson({ ...value, total: ['Total paid', '$8.01'] })).not.toBe(canonicalJson(value))
})
