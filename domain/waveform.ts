/** The number of bars of a waveform. */
export const peakCount = 160

/** The levels of a waveform in this order, one character each: `A` is silence, `/` the loudest. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const maxLevel = digits.length - 1

/** Whether a text is a waveform as `encodePeaks` writes it. */
export const peaksPattern = new RegExp(`^[A-Za-z0-9+/]{${peakCount}}$`)

/** Writes loudness per part of a recording, from 0, as a text of `peakCount` characters. The loudest part is full height. */
export function encodePeaks(loudness: ReadonlyArray<number>): string {
  const loudest = Math.max(...loudness)
  return loudness
    .map((value) => digits.charAt(loudest > 0 ? Math.round((value / loudest) * maxLevel) : 0))
    .join('')
}

/** The levels of a waveform, from 0 to 1. */
export function levelsOf(peaks: string): Array<number> {
  return [...peaks].map((digit) => Math.max(0, digits.indexOf(digit)) / maxLevel)
}

/** In the units of the drawing: a bar every six, 40 high. */
const barWidth = 6
export const waveBox = { width: peakCount * barWidth, height: 40 }
const shortestBar = 1.4

/** Three paths of vertical lines: what was heard, what may be heard, and the rest. The bounds are shares of the whole, from 0 to 1. */
export function wavePaths(
  peaks: string,
  { from, heard, to }: { from: number; heard: number; to: number },
): { heard: string; audible: string; rest: string } {
  const paths = { heard: '', audible: '', rest: '' }
  for (const [index, level] of levelsOf(peaks).entries()) {
    const at = (index + 0.5) / peakCount
    const path = at < from || at > to ? 'rest' : at < heard ? 'heard' : 'audible'
    const half = Math.max(shortestBar, level * (waveBox.height / 2 - 2))
    const x = index * barWidth + 2
    paths[path] += `M${x} ${round(waveBox.height / 2 - half)}v${round(half * 2)}`
  }
  return paths
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
