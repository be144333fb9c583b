type Group = { count: number; red: number; green: number; blue: number }

const bitsDropped = 5
const maxColors = 5
/** Colors that are closer than this look the same beside each other. */
const minDistance = 48

/** The colors that stand out in a picture, as hex, of its pixels as RGBA. Grays come last. */
export function dominantColors(pixels: ArrayLike<number>): Array<string> {
  const groups = new Map<number, Group>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((channel) => pixels[at + channel])
    if (alpha < 128) continue
    const key = [red, green, blue].reduce((sum, part) => sum * 8 + (part >> bitsDropped), 0)
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    groups.set(key, {
      count: group.count + 1,
      red: group.red + red,
      green: group.green + green,
      blue: group.blue + blue,
    })
  }
  const averages = [...groups.values()].map(({ count, red, green, blue }) => {
    const color = [red / count, green / count, blue / count]
    return { color, weight: Math.sqrt(count) * (0.1 + saturationOf(color)) }
  })
  const chosen: Array<Array<number>> = []
  for (const { color } of averages.toSorted((a, b) => b.weight - a.weight))
    if (chosen.length < maxColors && chosen.every((other) => distance(color, other) >= minDistance))
      chosen.push(color)
  return chosen.map(toHex)
}

function saturationOf(color: Array<number>): number {
  const [low, high] = [Math.min(...color), Math.max(...color)]
  return high === 0 ? 0 : (high - low) / high
}

function distance(first: Array<number>, second: Array<number>): number {
  return Math.hypot(...first.map((part, index) => part - (second[index] ?? 0)))
}

function toHex(color: Array<number>): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
