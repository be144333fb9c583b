import { formatDuration, hoursAndMinutes, minutesFromSeconds } from '../../domain/recording-length.ts'
import { pluralize } from '../ui/format.ts'

/** How long a recording is, in words: `4:12`, `31 minutes`, `2 hours 5 minutes`. */
export function longLength(seconds: number): string {
  if (seconds < minutesFromSeconds) return formatDuration(seconds)
  const { hours, minutes } = hoursAndMinutes(seconds)
  return [hours > 0 && pluralize(hours, 'hour'), minutes > 0 && pluralize(minutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}
