import type { IncomingHttpHeaders } from 'node:http'
import {
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import pg from 'pg'
import type { TracingConfig } from '../config/observability.ts'
import { proxyMatcher } from '../http/client-limits.ts'
import type { HttpServer } from '../http/create-server.ts'
import { routeName } from '../http/route-name.ts'

type Options = { version: string; role: string; trustProxy: Array<string> }

/**
 * Records a span for each request and each of its statements, and sends them to an OpenTelemetry collector. A trace
 * continues the one that a trusted proxy began. Spans have route patterns, never URLs, bodies or values. Call it before
 * `app` listens. `close` sends what is left.
 */
export function startTracing(
  app: HttpServer,
  { url, headers, serviceName, share }: TracingConfig,
  { version, role, trustProxy }: Options,
): { close(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'tipdrop.role': role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('tipdrop', version)
  const stopQueries = traceQueries(tracer)
  traceServer(app, { tracer, isOwnProxy: proxyMatcher(trustProxy) })

  return {
    async close() {
      stopQueries()
      context.disable()
      // A collector that is away must not delay the shutdown.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

type Server = {
  tracer: ReturnType<TracerProvider['getTracer']>
  isOwnProxy: (address: string) => boolean
}

function traceServer(app: HttpServer, { tracer, isOwnProxy }: Server): void {
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const isFromProxy = isOwnProxy(request.raw.socket.remoteAddress ?? '')
    const parent = isFromProxy
      ? propagator.extract(context.active(), request.headers, headerGetter)
      : context.active()
    const route = routeName(request)
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'tipdrop.request_id': request.id,
        },
      },
      parent,
    )
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

const headerGetter: TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name],
}

type Query = (...args: Array<unknown>) => unknown

/**
 * Records a span for each statement that a traced request sends, with its text and without its values. Returns a
 * function that stops it.
 */
function traceQueries(tracer: Tracer): () => void {
  const { prototype } = pg.Client
  const original: unknown = prototype.query
  const query = original as Query
  const traced: Query = function (this: pg.Client, ...args) {
    if (!trace.getSpan(context.active())) return query.apply(this, args)
    const text = textOf(args[0])
    const span = tracer.startSpan(/^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'query', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    })
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const wrapped = context.bind(context.active(), (error: unknown, ...results: Array<unknown>) => {
        end(span, error)
        return callback(error, ...results)
      })
      return query.apply(this, [...args.slice(0, -1), wrapped])
    }
    const result = query.apply(this, args)
    if (result instanceof Promise)
      result.then(
        () => end(span),
        (error: unknown) => end(span, error),
      )
    else end(span)
    return result
  }
  Object.assign(prototype, { query: traced })
  return () => Object.assign(prototype, { query })
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/** A query's message may contain values, so only its SQLSTATE is recorded. */
function end(span: Span, error?: unknown): void {
  if (error) {
    const code = typeof error === 'object' && 'code' in error ? String(error.code) : 'unknown'
    span.setAttribute('db.response.status_code', code)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
