/** Formats a duration like media players: `0:30`, `4:12`, `1:02:07`. */
export function formatDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const secondsText = String(seconds % 60).padStart(2, '0')
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${secondsText}`
    : `${minutes}:${secondsText}`
}

/** From this length on, the seconds say nothing. */
export const minutesFromSeconds = 600

/** How long a recording is, in few characters: `4:12`, `31 min`, `2 h 5 min`. */
export function shortLength(seconds: number): string {
  if (seconds < minutesFromSeconds) return formatDuration(seconds)
  const { hours, minutes } = hoursAndMinutes(seconds)
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
}

export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const all = Math.round(seconds / 60)
  return { hours: Math.floor(all / 60), minutes: all % 60 }
}
