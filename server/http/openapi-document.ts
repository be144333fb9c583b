import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { ErrorBody } from '../../contract/errors.ts'
import type { Access, Route } from '../../contract/route.ts'

type Json = Record<string, unknown>

/** How a caller proves who they are, by the names that calls refer to. */
const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of Settings → Developers, which begins with tdk_. The call lists the scope that it needs.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tipdrop.session_token',
    description: 'Someone who has signed in, in a browser.',
  },
  buyer: {
    type: 'apiKey',
    in: 'cookie',
    name: 'buyer',
    description: 'A browser that has bought. An access token in the path proves the same.',
  },
  provider: {
    type: 'apiKey',
    in: 'header',
    name: 'stripe-signature',
    description: 'The signature of the card provider.',
  },
}

type Requirement = Partial<Record<keyof typeof securitySchemes, Array<string>>>

const signedIn: Array<Requirement> = [{ session: [] }]
const security: Record<Access, Array<Requirement>> = {
  public: [],
  buyer: [{ buyer: [] }, {}],
  creator: signedIn,
  admin: signedIn,
  provider: [{ provider: [] }],
}

const errorResponse = {
  description: 'Refused. `code` is stable, `message` is for people, `fields` has messages by field.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/**
 * Completes a generated OpenAPI 3.1 document with what the contract knows of each call: its name, who may make it, and
 * how it is refused. Schemas are written as other tools expect them.
 */
export function completeDocument(document: Json): Json {
  const paths = Object.entries(Object(document.paths)).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(Object(operations)).map(([method, operation]) => [
        method,
        completeOperation(Object(operation), routesByCall.get(`${method} ${path}`)),
      ]),
    ),
  ])
  return {
    ...document,
    info: { ...Object(document.info), license: { name: 'MIT', identifier: 'MIT' } },
    paths: Object.fromEntries(paths),
    components: {
      ...Object(document.components),
      securitySchemes,
      schemas: { Error: z.toJSONSchema(ErrorBody) },
      responses: { Error: errorResponse },
    },
  }
}

const routesByCall = new Map(
  Object.entries(api).map(([name, route]) => [
    `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
    { name, route },
  ]),
)

function completeOperation(operation: Json, found: { name: string; route: Route } | undefined): Json {
  const { responses, ...rest } = Object(plainSchema(operation))
  return {
    ...(found && { operationId: found.name, security: securityOf(found.route) }),
    ...rest,
    responses: { ...responses, '4XX': { $ref: '#/components/responses/Error' } },
  }
}

function securityOf({ auth, scope }: Route) {
  return scope ? [{ apiKey: [scope] }, ...security[auth]] : security[auth]
}

/**
 * A schema without what other tools warn about: a choice of one, and an object that lists its keys beside its properties.
 */
export function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema)
  if (value === null || typeof value !== 'object') return value
  const plain = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainSchema(inner)]))
  const { anyOf, propertyNames, additionalProperties, ...rest } = plain
  if (Array.isArray(anyOf) && anyOf.length === 1) return { ...rest, ...Object(anyOf[0]) }
  const keys = Object(propertyNames).enum
  if (!Array.isArray(keys)) return plain
  const properties = Object.fromEntries(keys.map((key) => [key, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}
