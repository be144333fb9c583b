/** A moment that somebody wants to be reminded of. */
export type CalendarEvent = {
  /** The same for each version of the event, so that a calendar replaces the earlier one. */
  uid: string
  /** Increases with each version. */
  sequence: number
  startsAt: Date
  minutes: number
  summary: string
  description: string
  url: string
}

/** A calendar file with one event, by RFC 5545. `now` is when it was made; `product` names who made it. */
export function calendarFile(event: CalendarEvent, { now, product }: { now: Date; product: string }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Releases//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(event.startsAt)}`,
    `DURATION:PT${event.minutes}M`,
    `SEQUENCE:${event.sequence}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${event.url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `20261204T170000Z` */
function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

const maxLineBytes = 75

/** Continues a long line on further ones that begin with a space. No character is cut. */
function fold(line: string): string {
  const folded: Array<string> = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = utf8Bytes(character)
    if (bytes + size > maxLineBytes) {
      folded.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...folded, current].join('\r\n')
}

function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
