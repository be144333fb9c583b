/** An address that only its owner recognizes: `m•••@example.com`. This file has no schemas, because pages load it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${[...email][0]}•••${email.slice(at)}` : email && '•••'
}
