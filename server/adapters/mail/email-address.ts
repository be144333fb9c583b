/** A single address: no list, no display name, no line break that could start a header. */
const pattern = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** Throws for anything but one plain address. */
export function assertSingleAddress(address: string): void {
  if (!pattern.test(address)) throw new Error('Not a valid email address')
}

/** The sender of an email for nodemailer: the address of `MAIL_FROM`, with another name if there is one. */
export function senderOf(from: string, name: string | undefined): string | { name: string; address: string } {
  if (name === undefined) return from
  return { name, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from }
}
