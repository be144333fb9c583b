/** A single address: no list, no display name, no line break that could start a header. */
const pattern = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** Throws for anything but one plain address. */
export function assertSingleAddress(address: string): void {
  if (!pattern.test(address)) throw new Error('Not a valid email address')
}
