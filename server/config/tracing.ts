import { z } from 'zod'
import { splitList } from './parsers.ts'

/** The settings of OpenTelemetry, under its own names. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an http or https URL of a collector, such as http://localhost:4318.',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(splitList)
    .refine(
      (pairs) => pairs.every((pair) => /^[\w-]+=\S+$/.test(pair)),
      'must be a list of NAME=VALUE, separated by commas.',
    )
    .default([]),
  OTEL_SERVICE_NAME: z.string().default('tipdrop'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1, such as 0.1.')
    .transform(Number)
    .default(1),
}

/** Where traces are sent. */
export type TracingConfig = {
  /** The URL of the collector's traces. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The share of new traces that is recorded, 0 to 1. */
  share: number
}

/** Undefined when there is no collector. */
export function toTracingConfig(
  env: z.infer<z.ZodObject<typeof tracingSettings>>,
): TracingConfig | undefined {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(
      env.OTEL_EXPORTER_OTLP_HEADERS.map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
      ]),
    ),
    serviceName: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}
