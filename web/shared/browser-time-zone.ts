/** The time zone of this browser, such as `Europe/Rome`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
