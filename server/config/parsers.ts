import { isIP } from 'node:net'
import { z } from 'zod'

/** A schema that parses digits, without sign or exponent, to an integer from `min` to `max`. */
export function integerString(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** A schema of a setting that is off by default. */
export const flag = z
  .enum(['true', 'false'], 'must be true or false.')
  .default('false')
  .transform((text) => text === 'true')

/** The settings of a group that are missing, with what each is. None when all of them are unset. */
export function missingOf(
  required: Record<string, string>,
  env: Record<string, string | undefined>,
): Array<[name: string, purpose: string]> {
  const missing = Object.entries(required).filter(([name]) => !env[name])
  return missing.length === Object.keys(required).length ? [] : missing
}

/** Splits a comma-separated list. */
export function splitList(text: string): Array<string> {
  return text.split(',').map((part) => part.trim())
}

/** True for an smtp or smtps URL without path, query and fragment. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false
  return /^\/?$/.test(url.pathname) && !/[?#]/.test(text)
}

/** True for an http or https URL. */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** True for an http or https URL without user, path, query and fragment. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return false
  return [url.origin, `${url.origin}/`].includes(url.href.replace(/\/$/, '')) && !/[?#@]/.test(text)
}

/** True for a hostname of the loopback interface. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** True for an IP address or CIDR range. */
export function isIpOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const percentMessage =
  'has a percent sign that begins no code: write %25 for a percent sign in a value.'

/** True when every percent sign begins a code, such as %40. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
