import { z } from 'zod'
import { isHttpUrl, isPercentEncoded, percentMessage, splitList } from './parsers.ts'

/** The settings of OpenTelemetry, under its own names. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, 'must be an http or https URL of a collector, such as http://localhost:4318.')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(splitList)
    .refine(
      (pairs) => pairs.every((pair) => /^[\w-]+=\S+$/.test(pair)),
      'must be a list of NAME=VALUE, separated by commas.',
    )
    .refine((pairs) => pairs.every(isPercentEncoded), percentMessage)
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

/** Where alerts are posted, and the secret that signs them. */
export const alertWebhookSettings = {
  ALERT_WEBHOOK_URL: z.string().refine(isHttpUrl, 'must be an http or https URL.').optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .min(16, 'must be at least 16 characters (generate one with echo "whsec_$(openssl rand -base64 32)").')
    .refine(
      (text) => !text.startsWith('whsec_') || /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text),
      'must be whsec_ and the base64 of at least 24 bytes (generate one with echo "whsec_$(openssl rand -base64 32)").',
    )
    .optional(),
}

/** Messages for one of the two variables without the other. */
export function findAlertWebhookErrors(env: Record<string, string | undefined>): Array<string> {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env
  if (url && !secret)
    return ['ALERT_WEBHOOK_SECRET is not set. ALERT_WEBHOOK_URL needs it to sign what is sent.']
  if (secret && !url) return ['ALERT_WEBHOOK_URL is not set, so ALERT_WEBHOOK_SECRET would be ignored.']
  return []
}

type ParsedEnv = z.infer<z.ZodObject<typeof alertWebhookSettings>>

/** Undefined when alerts are not posted. */
export function toAlertWebhookConfig(env: ParsedEnv): { url: string; secret: string } | undefined {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env
  return url && secret ? { url, secret } : undefined
}
