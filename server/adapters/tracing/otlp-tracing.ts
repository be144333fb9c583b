import type { IncomingHttpHeaders } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, type TextMapGetter, trace } from '@opentelemetry/api'
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
import type { TracingConfig } from '../../config/tracing.ts'
import { proxyMatcher } from '../../http/connections.ts'
import type { HttpServer } from '../../http/create-server.ts'
import { traceQueries } from './query-spans.ts'

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
    const route = request.routeOptions.url ?? 'unknown'
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
