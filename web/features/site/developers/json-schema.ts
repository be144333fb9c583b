import * as z from 'zod/mini'
import { dictionary } from '../../../../contract/dictionary.ts'
import { AmountInput } from '../../../../contract/money.ts'
import type { Schema } from '../../../../contract/route.ts'
import { Day, Email, TimeZone } from '../../../../contract/schemas.ts'

/** What of JSON Schema the contract's schemas become. */
export type JsonSchema = {
  type?: string | Array<string>
  format?: string
  pattern?: string
  const?: unknown
  enum?: Array<unknown>
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: Array<string>
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: Array<JsonSchema>
  oneOf?: Array<JsonSchema>
}

/** Texts whose form is checked by code, so that a schema alone doesn't say it. */
const formats = new Map<Schema, string>([
  [Day, 'day'],
  [TimeZone, 'time-zone'],
  [Email, 'email'],
  [AmountInput, 'amount'],
])

/** The schema of what is sent (`input`), or of what is answered (`output`). */
export function toJsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const format = formats.get(zodSchema)
      if (format) Object.assign(jsonSchema, { type: 'string', format, anyOf: undefined })
    },
    // A schema of zod has no part that ours lacks.
  }) as JsonSchema
}

/** A field of a request, as `parts[].kind` where it is inside of another. */
export type Field = { name: string; isRequired: boolean; text: string }

const maxDepth = 3

/** The fields of an object, those inside of others after them. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 1): Array<Field> {
  const choices = choicesOf(schema)
  const named = new Map(
    choices.flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([name, property]) => {
        const isInEvery = choices.every(({ properties: others = {} }) => Object.hasOwn(others, name))
        return [name, { property, isRequired: isInEvery && required.includes(name) }] as const
      }),
    ),
  )
  return [...named].flatMap(([name, { property, isRequired }]) => {
    const path = prefix + name
    const inner = innerOf(property)
    return [
      { name: path, isRequired, text: textOf(property) },
      ...(inner && depth < maxDepth
        ? fieldsOf(inner, inner === property ? `${path}.` : `${path}[].`, depth + 1)
        : []),
    ]
  })
}

/** The objects that a field is, or a list of. */
function innerOf(schema: JsonSchema): JsonSchema | undefined {
  const found = choicesOf(schema).find(({ properties, items }) => properties || items)
  if (!found) return undefined
  if (found.properties) return schema
  return found.items && choicesOf(found.items).some(({ properties }) => properties) ? found.items : undefined
}

/** What a value can be, without null. */
function choicesOf(schema: JsonSchema): Array<JsonSchema> {
  return alternatives(schema).filter(({ type }) => type !== 'null')
}

function alternatives(schema: JsonSchema): Array<JsonSchema> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(alternatives)
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** What a field takes: `a whole number, 1 to 100. 50 if left out`. */
function textOf(schema: JsonSchema): string {
  const isNullable = alternatives(schema).some(({ type }) => type === 'null')
  const kinds = [...new Set([...choicesOf(schema).map(kindOf), ...(isNullable ? ['null'] : [])])]
  // What is left out of these is nothing.
  const isNothing =
    schema.default === undefined || schema.default === '' || typeof schema.default === 'object'
  return `${kinds.join(', or ')}${isNothing ? '' : `. ${String(schema.default)} if left out`}`
}

/** A value as it is written in the examples of a sentence. */
function valueText(value: unknown): string {
  return value === '' ? 'empty' : String(value)
}

const formatTexts = dictionary({
  day: 'a day, such as 2026-03-01',
  'date-time': 'a time in UTC, such as 2026-03-01T09:30:00Z',
  'time-zone': 'a time zone, such as Europe/Rome',
  email: 'an email address',
  amount: 'an amount, such as 5.00',
})

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return valueText(schema.const)
  if (schema.enum) return schema.enum.map(valueText).join(', ')
  const formatText = formatTexts[schema.format ?? '']
  if (formatText) return formatText
  switch (schema.type) {
    case 'boolean':
      return 'true or false'
    case 'integer':
    case 'number':
      return `a ${schema.type === 'integer' ? 'whole number' : 'number'}${range(schema.minimum, schema.maximum, '')}`
    case 'array':
      return `a list${range(schema.minItems, schema.maxItems, '')}${schema.items && !innerOf(schema) ? ` of: ${textOf(schema.items)}` : ''}`
    case 'object':
      return 'an object'
    case 'string':
      return `text${range(schema.minLength, schema.maxLength, ' characters')}`
    default:
      return 'text'
  }
}

/** `, 1 to 100`; empty where nothing is bounded. */
function range(min: number | undefined, max: number | undefined, unit: string): string {
  const isMinKnown = min !== undefined && min > -Number.MAX_SAFE_INTEGER
  const isMaxKnown = max !== undefined && max < Number.MAX_SAFE_INTEGER
  // A year has no comma.
  const number = (value = 0) => (value < 10_000 ? String(value) : value.toLocaleString('en-US'))
  if (isMaxKnown && min === max) return `, ${number(max)}${unit}`
  if (isMaxKnown && isMinKnown && !(min === 0 && unit)) return `, ${number(min)} to ${number(max)}${unit}`
  if (isMaxKnown) return `, up to ${number(max)}${unit}`
  if (isMinKnown && min > 1) return `, ${number(min)} or more${unit}`
  return ''
}

/** A value that the schema accepts, with the field's name to go by. Lists have one element. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((value) => usualValues.has(value)) ?? schema.enum[0]
  const [first = schema] = choicesOf(schema)
  if (first !== schema || Array.isArray(schema.type)) return exampleOf(first, name)
  switch (schema.type) {
    case 'boolean':
      return !/^(is|has|can)/.test(name)
    case 'integer':
    case 'number':
      return exampleNumber(schema, name)
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'object':
      return exampleObject(schema, name)
    case 'string':
      return exampleText(schema, name)
    default:
      return '…'
  }
}

const usualValues = new Set<unknown>(['paid', 'published', 'working', 'sent', 'active', 'file'])

function exampleObject(schema: JsonSchema, name: string): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length > 0) return Object.fromEntries(fields.map(([key, value]) => [key, exampleOf(value, key)]))
  const { additionalProperties, propertyNames } = schema
  if (typeof additionalProperties !== 'object') return {}
  const keys = propertyNames?.enum ?? ['name']
  return Object.fromEntries(keys.map((key) => [String(key), exampleOf(additionalProperties, name)]))
}

function exampleNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema, name: string): number {
  if (/^id$|Id$/.test(name)) return 248952885763
  return Math.min(Math.max(3, minimum), maximum)
}

/** By their form, then by the field's name. */
const exampleTexts: ReadonlyArray<[about: RegExp, text: string]> = [
  [/date-time/, '2026-11-26T14:02:10.000Z'],
  [/\[A-Z\]\{3\}/, 'USD'],
  [/\\d\{1,14\}-/, '1795701730000-248952885763'],
  [/^(from|to)$|(day|until|date)$/i, '2026-11-26'],
  [/month/i, '2026-11'],
  [/timezone/i, 'Europe/Rome'],
  [/email/i, 'ana@example.com'],
  [/url|href|address/i, 'https://example.com'],
  [/currency/i, 'USD'],
  [/^(tip|tax|taxAmount|tipAmount)$/, '0.00'],
  [/^fee/, '1.92'],
  [/^(creatorAmount|netAmount)$/, '7.68'],
  [/amount|price|fee|tip|tax|net|balance|earn|total|paid|pending|average|minimum|gross/i, '9.60'],
  [/country/i, 'IT'],
  [/secret/i, 'whsec_2b7f…'],
  [/^(next|cursor)$/, '1795701730000-248952885763'],
  [/categor|slug/i, 'music'],
  [/handle/i, 'mara'],
  [/title/i, 'Salt Roads'],
  [/message|note/i, 'Thank you'],
  [/source/i, 'newsletter'],
  [/firstname|name/i, 'Ana'],
  [/code/i, 'SPRING'],
]

function exampleText({ format = '', pattern = '' }: JsonSchema, name: string): string {
  const found = exampleTexts.find(([about]) => [format, pattern, name].some((text) => about.test(text)))
  return found?.[1] ?? '…'
}
