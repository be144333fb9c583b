import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { buildUrl, type Route, type Schema } from '../../contract/route.ts'
import type { ApiScope } from '../../contract/scopes.ts'
import { AppError } from '../../domain/errors.ts'
import { plainSchema } from './openapi-document.ts'

type InputSchema = Tool['inputSchema']
type JsonSchema = { properties?: NonNullable<InputSchema['properties']>; required?: Array<string> }

export type McpTool = {
  name: string
  description: string
  scope: ApiScope
  inputSchema: InputSchema & { required: Array<string> }
  /**
   * Every call but a GET counts as destructive, so that assistants ask before they make it. `openWorldHint` is left out, because its
   * default, true, is right: calls send emails, and read what others wrote.
   */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean }
  /**
   * The request that makes the call with the arguments of a tool, which the call itself validates. Throws AppError where a
   * field of its path is missing.
   */
  request(given: Record<string, unknown>): Promise<ToolRequest>
}

type ToolRequest = { method: Route['method']; url: string; headers: Record<string, string>; payload?: Buffer }

/** A tool for each call of the contract that a key can make and that answers in JSON. A form's files can't be sent. */
export function mcpTools(): Array<McpTool> {
  return Object.entries(api).flatMap(([name, route]) =>
    route.scope && (route.transport === 'json' || route.transport === 'multipart')
      ? [toolOf(name, route, route.scope)]
      : [],
  )
}

function toolOf(name: string, route: Route, scope: ApiScope): McpTool {
  const parts = { params: inputOf(route.params), query: inputOf(route.query), body: inputOf(route.body) }
  const all = Object.values(parts)
  const isReadOnly = route.method === 'GET'
  return {
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    description: route.summary,
    scope,
    inputSchema: {
      type: 'object',
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required = [] }) => required),
    },
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: !isReadOnly,
    },
    async request(given) {
      const pick = ({ properties = {} }: JsonSchema) =>
        Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(properties, field)))
      for (const field of Object.keys(parts.params.properties ?? {}))
        if (given[field] === undefined)
          throw new AppError('invalid_input', `The field “${field}” is required.`)
      const url = buildUrl(route, { params: pick(parts.params), query: pick(parts.query) })
      return { method: route.method, url, ...(await bodyOf(route, pick(parts.body))) }
    },
  }
}

function inputOf(schema: Schema | undefined): JsonSchema {
  if (!schema) return {}
  const { properties, required, anyOf, oneOf } = Object(
    plainSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  if (properties) return { properties, required }
  // Of a choice of bodies, which fields belong together is said by the call.
  const choices: Array<JsonSchema> = anyOf ?? oneOf ?? []
  return { properties: Object.assign({}, ...choices.map((choice) => choice.properties)) }
}

async function bodyOf(
  route: Route,
  fields: Record<string, unknown>,
): Promise<Pick<ToolRequest, 'headers' | 'payload'>> {
  if (!route.body) return { headers: {} }
  if (route.transport === 'json')
    return {
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify(fields)),
    }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}
