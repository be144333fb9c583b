import { isIP } from 'node:net'
import { z } from 'zod'

/** Digits alone, no sign and no exponent. */
export function integerString(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** What stands between commas. */
export function splitList(text: string): Array<string> {
  return text.split(',').map((part) => part.trim())
}

/** A mail server and nothing behind it. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false
  return /^\/?$/.test(url.pathname) && !/[?#]/.test(text)
}

/** An address without a path. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return false
  return [url.origin, `${url.origin}/`].includes(url.href.replace(/\/$/, '')) && !/[?#@]/.test(text)
}

/** A name that only this machine answers to. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** An IP address, or a range of them. */
export function isIpOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
