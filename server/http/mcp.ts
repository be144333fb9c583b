import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import type { ApiScope } from '../../contract/scopes.ts'
import { productName } from '../../contract/site.ts'
import { AppError } from '../../domain/errors.ts'
import { cut } from '../../domain/truncate.ts'
import type { Ports } from '../ports/index.ts'
import { apiKeyOf, countCall, withoutCounting } from './api-key.ts'
import { type McpTool, mcpTools } from './mcp-tools.ts'
import type { Viewer } from './request-context.ts'

type Options = {
  version: string
  /** The creator of an API key; undefined when it doesn't work. */
  viewerOfKey: (key: string) => Promise<Viewer | undefined>
}

const maxRequestBytes = 1024 * 1024
/** A longer answer is cut, so that it does not fill what its reader can hold. */
const maxAnswerLength = 25_000

const instructions = `Calls of a creator’s account at this site. Amounts are decimal text in the currency of the answer, times are UTC. Nothing here pays money out or changes where it is paid. Deleting an item before its release day refunds its buyers.`

/** No revision since 2025-06-18 has batches, and one would be counted as a single message. */
const batchError = {
  jsonrpc: '2.0',
  id: null,
  error: { code: ProtocolErrorCode.InvalidRequest, message: 'Send one message at a time, not a batch.' },
}

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions, for programs with an API key. Its tools are the
 * calls of the contract that the key may make. Each is made as any other call with the key, so that its scope, its limits
 * and its errors are the same. Each message is counted as one call of the key.
 */
export function registerMcp(
  app: FastifyInstance,
  ports: Pick<Ports, 'db' | 'clock'>,
  { version, viewerOfKey }: Options,
): void {
  app.post('/mcp', { schema: { hide: true }, bodyLimit: maxRequestBytes }, async (request, reply) => {
    const key = apiKeyOf(request.headers)
    const found = key === undefined ? undefined : (await viewerOfKey(key))?.apiKey
    if (key === undefined || !found) {
      reply.header('www-authenticate', `Bearer${key === undefined ? '' : ' error="invalid_token"'}`)
      throw new AppError('unauthorized', 'Send a key of Settings → Developers: Authorization: Bearer tdk_…')
    }
    await countCall(ports, reply, found.id)
    if (Array.isArray(request.body)) return reply.status(400).send(batchError)
    const call = { app, key, ip: request.ip }
    const handler = createMcpHandler(() => createServer({ version, call, tools: toolsFor(found.scopes) }), {
      maxSubscriptions: 0,
    })
    const answer = await handler.fetch(
      new Request(`http://localhost${request.url}`, { method: 'POST', headers: webHeaders(request.headers) }),
      { parsedBody: request.body },
    )
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  })
  // There are no sessions to listen to or to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    handler: (_request, reply) => reply.status(405).header('allow', 'POST').send(),
  })
}

type KeyCall = { app: FastifyInstance; key: string; ip: string }

/** Made at the first call, so that no start computes their schemas. */
let allTools: ReadonlyArray<McpTool> | undefined

function toolsFor(scopes: ReadonlyArray<ApiScope>): Map<string, McpTool> {
  allTools ??= mcpTools()
  return new Map(allTools.filter(({ scope }) => scopes.includes(scope)).map((tool) => [tool.name, tool]))
}

function createServer({
  version,
  call,
  tools,
}: {
  version: string
  call: KeyCall
  tools: Map<string, McpTool>
}): Server {
  const server = new Server({ name: productName, version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The key has no tool ${params.name}.`)
    const { isError, text } = await callTool(call, tool, params.arguments ?? {}).catch((error: unknown) => {
      if (error instanceof AppError) return { isError: true, text: error.message }
      throw error
    })
    return { content: [{ type: 'text', text }], isError }
  })
  return server
}

async function callTool({ app, key, ip }: KeyCall, tool: McpTool, given: Record<string, unknown>) {
  const { method, url, headers, payload } = await tool.request(given)
  const {
    statusCode,
    body,
    headers: answered,
  } = await withoutCounting(
    // `inject` sends the request when it is awaited.
    async () =>
      await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { ...headers, authorization: `Bearer ${key}` },
        ...(payload !== undefined && { payload }),
      }),
  )
  // Where the next page of a list is.
  const link = answered.link === undefined ? '' : `\nLink: ${answered.link}`
  return { isError: statusCode >= 400, text: `${shortened(body || 'Done.')}${link}` }
}

function shortened(text: string): string {
  if (text.length <= maxAnswerLength) return text
  return `${cut(text, maxAnswerLength)}\n… The answer has ${text.length.toLocaleString('en-US')} characters, and these are the first. Ask for less: with limit, or one by one.`
}

/** The headers as the library reads them. */
function webHeaders(headers: Record<string, string | Array<string> | undefined>): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !/^(connection|content-length|transfer-encoding)$/.test(name))
      all.set(name, value)
  return all
}
