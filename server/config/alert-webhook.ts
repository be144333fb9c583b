import { z } from 'zod'

/** Where alerts are posted, and the secret that signs them. */
export const alertWebhookSettings = {
  ALERT_WEBHOOK_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https URL.')
    .optional(),
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
