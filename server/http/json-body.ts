import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Schema } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'

/** The maximum bytes of a JSON body, unless the contract allows longer text. */
export const maxJsonBytes = 64 * 1024
/** Much deeper than any body of the contract. */
const maxDepth = 32

/**
 * Parses JSON bodies with a depth limit. An empty body is accepted, because clients often send the JSON content type
 * without a body.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    if (isDeeperThan(body, maxDepth)) {
      return done(new AppError('invalid_input', 'This JSON is nested too deeply.'))
    }
    return parse(request, body, done)
  })
}

/** Counts brackets without parsing, because the parser is too slow to reject deep nesting. */
export function isDeeperThan(json: string, max: number): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (isInString) {
      if (character === '\\') i += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > max) return true
    } else if (character === ']' || character === '}') depth -= 1
  }
  return false
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4
/**
 * The maximum characters assumed for values whose schema has no length (amounts, numbers, enums). Validation rejects
 * longer ones with a message about the field.
 */
const defaultMaxCharacters = 200
const defaultMaxItems = 20

const maxBytesBySchema = new WeakMap<Schema, number>()

/** The maximum bytes of a JSON body with this schema, at least the general limit. Computed once for each schema. */
export function maxJsonBytesOf(body: Schema | undefined): number {
  if (!body) return maxJsonBytes
  const bytes = maxBytesBySchema.get(body) ?? computeMaxJsonBytes(body)
  maxBytesBySchema.set(body, bytes)
  return bytes
}

function computeMaxJsonBytes(body: Schema): number {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const bytes = maxCharactersOf(schema) * bytesPerCharacter
  return bytes > maxJsonBytes / 2 ? bytes + maxJsonBytes / 2 : maxJsonBytes
}

/** The maximum characters of a value with this schema. */
export function maxCharactersOf(schema: JsonSchema | boolean | undefined): number {
  if (typeof schema !== 'object') return defaultMaxCharacters
  const { anyOf, allOf, maxLength, properties, items, maxItems } = schema
  const choices = anyOf ?? allOf
  if (choices) return Math.max(...choices.map(maxCharactersOf))
  if (properties) {
    return Object.entries(properties).reduce(
      (sum, [name, property]) => sum + name.length + maxCharactersOf(property),
      0,
    )
  }
  if (items && !Array.isArray(items)) return (maxItems ?? defaultMaxItems) * maxCharactersOf(items)
  return maxLength ?? defaultMaxCharacters
}
