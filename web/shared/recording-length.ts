import { formatDuration, pluralize } from '../ui/format.ts'

/** From this length on, the seconds say nothing. */
const minutesFromSeconds = 600

/** How long a recording is, in few characters: `4:12`, `31 min`, `2 h 5 min`. */
export function shortLength(seconds: number): string {
  if (seconds < minutesFromSeconds) return formatDuration(seconds)
  const { hours, minutes } = hoursAndMinutes(seconds)
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
}

/** The same in words: `31 minutes`, `2 hours 5 minutes`. */
export function longLength(seconds: number): string {
  if (seconds < minutesFromSeconds) return formatDuration(seconds)
  const { hours, minutes } = hoursAndMinutes(seconds)
  return [hours > 0 && pluralize(hours, 'hour'), minutes > 0 && pluralize(minutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}

function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const all = Math.round(seconds / 60)
  return { hours: Math.floor(all / 60), minutes: all % 60 }
}
