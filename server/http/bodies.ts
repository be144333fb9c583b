import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Schema } from '../../contract/route.ts'
import { toLineFeeds } from '../../contract/text.ts'
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

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4
/**
 * The maximum characters assumed for values whose schema has no length (amounts, numbers, enums). Validation rejects
 * longer ones with a message about the field.
 */
const defaultMaxCharacters = 200
const defaultMaxItems = 20

/** The maximum bytes of a JSON body with this schema, at least the general limit. */
export function maxJsonBytesOf(body: Schema | undefined): number {
  if (!body) return maxJsonBytes
  const bytes = maxCharactersOf(body) * bytesPerCharacter
  return bytes > maxJsonBytes / 2 ? bytes + maxJsonBytes / 2 : maxJsonBytes
}

/**
 * The maximum characters of a value with this schema. Called for each route at the start, where a conversion to JSON
 * Schema would take a tenth of the time that the routes take.
 */
export function maxCharactersOf(schema: z.core.$ZodType): number {
  const { def } = (withoutWrappers(schema) as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).reduce(
        (sum, [name, property]) => sum + name.length + maxCharactersOf(property),
        0,
      )
    case 'array':
      return (maxLengthOf(def) ?? defaultMaxItems) * maxCharactersOf(def.element)
    case 'string':
      return maxLengthOf(def) ?? defaultMaxCharacters
    case 'union':
      return Math.max(...def.options.map(maxCharactersOf))
    case 'intersection':
      return Math.max(maxCharactersOf(def.left), maxCharactersOf(def.right))
    case 'nullable':
      return Math.max(maxCharactersOf(def.innerType), defaultMaxCharacters)
    default:
      return defaultMaxCharacters
  }
}

/** The schemas of an object's properties; none for another schema. */
export function propertiesOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const { def } = (withoutWrappers(schema) as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : {}
}

/** The schema of what is sent, without defaults and transformations. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'pipe':
      // A preprocessor takes anything, and passes it on.
      return withoutWrappers(typeOf(def.in) === 'transform' ? def.out : def.in)
    case 'optional':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return withoutWrappers(def.innerType)
    default:
      return schema
  }
}

function typeOf(schema: z.core.$ZodType) {
  return (schema as z.core.$ZodTypes)._zod.def.type
}

/** The shortest of the maximum lengths of a text or array; undefined without one. */
function maxLengthOf({ checks = [] }: z.core.$ZodTypeDef): number | undefined {
  const lengths = checks.flatMap((check) => {
    const { def } = (check as z.core.$ZodChecks)._zod
    if (def.check === 'max_length') return [def.maximum]
    return def.check === 'length_equals' ? [def.length] : []
  })
  return lengths.length === 0 ? undefined : Math.min(...lengths)
}

/** Keeps webhook bodies as raw bytes, because the signature covers them. */
export function bufferRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

/** Leaves the chunks of an upload as a stream. */
export function streamRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/offset+octet-stream', (_, bytes, done) => done(null, bytes))
}

/** The bytes of a buffered body; empty without a body. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The maximum bytes of a raw body: a provider's events are larger than our own requests. */
export const maxRawBytes = 512 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts forms that a browser sends without scripts. */
    acceptsUrlencoded?: boolean
  }
  interface FastifyRequest {
    /** The URL of the form's page with the input, and the error as a code that the page knows. */
    formErrorUrl?: (refusal: AppError) => string
  }
}

/** Enough for the few short fields of such a form. */
const maxBodyBytes = 32 * 1024

/** Parses forms sent without scripts; of repeated names the last one counts. */
export function registerUrlencodedParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_, body, done) => done(null, parseFields(String(body))),
  )
}

function parseFields(body: string): Record<string, string> {
  const pairs = [...new URLSearchParams(body)]
  return Object.fromEntries(pairs.map(([name, value]) => [name, toLineFeeds(value)]))
}
