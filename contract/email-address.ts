/** Of browsers and Node alike; the types of this folder know neither. */
declare const URL: new (address: string) => { hostname: string }

/** HTML's pattern of an email address, with a dot in its host. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i
/** Characters of the part before the @ (RFC 5321). */
const maxLocalPartLength = 64

/**
 * The one form of an address that we store, send to and look up: without invisible characters, full-width ones as
 * ASCII, and the host of another script in its ASCII form (`münchen.de` is `xn--mnchen-3ya.de`).
 */
export function normalizeEmail(text: string): string {
  const visible = text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
    .normalize('NFKC')
    .trim()
  const at = visible.lastIndexOf('@')
  const host = visible.slice(at + 1)
  return at === -1 ? visible : `${visible.slice(0, at)}@${toAsciiHost(host) ?? host}`
}

/** Undefined for what is no host. */
function toAsciiHost(host: string): string | undefined {
  if (!/[^\p{ASCII}]/u.test(host) || /[/?#:@\\%\s[\]]/.test(host)) return undefined
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return undefined
  }
}

/** The link that writes to an address. `&`, `?`, `#` and `%` in it are letters of it. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** Whether a normalized text is an email address. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && text.lastIndexOf('@') <= maxLocalPartLength
}

/** Whether letters before the @ are of another script. Few mail servers accept them (SMTPUTF8), so we can't promise to send. */
export function hasForeignLocalPart(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text.slice(0, Math.max(0, text.lastIndexOf('@'))))
}

/** An address that only its owner recognizes: `m•••@example.com`. This file has no schemas, because pages load it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${[...email][0]}•••${email.slice(at)}` : email && '•••'
}
