import { clsx } from 'clsx'
import { dropPath } from '../../domain/pond.ts'

/** The inner and outer edge of each ring of clods, and how many it has. */
const rings = [
  [5, 19, 5],
  [21, 35, 9],
  [37, 50, 13],
  [53, 68, 17],
] as const

/** The pond without water, and the drop missing: what was looked for is not here. */
export function DryPond({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 130" aria-hidden className={clsx('h-auto max-w-full', className)}>
      <g transform="translate(120 80) scale(1.55 .6)">
        <circle r="72" fill="none" stroke="var(--line)" />
        <path
          d={rings.map(([inner, outer, count]) => clodsOf(inner, outer, count)).join('')}
          fill="var(--surface-sunken)"
          stroke="var(--line-strong)"
          strokeWidth=".7"
          strokeLinejoin="round"
        />
      </g>
      <path
        transform="translate(120 66) scale(2.1)"
        d={dropPath}
        fill="var(--paper)"
        stroke="var(--accent)"
        strokeWidth="1.1"
        strokeDasharray="2.6 2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** A ring of clods with cracks between them, never alike and always the same. */
function clodsOf(inner: number, outer: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map(
      (edge) => ((edge + 0.3 * Math.sin((edge % count) * 7 + outer)) / count) * 2 * Math.PI,
    )
    if (from === undefined || to === undefined) return ''
    const gap = 1.1 / inner
    const middle = (from + to) / 2
    const bulge = 1 + 0.03 * Math.sin(index * 5 + inner)
    const points = [
      [outer, from + 1.1 / outer],
      [outer * bulge, middle],
      [outer, to - 1.1 / outer],
      [inner, to - gap],
      [inner * bulge, middle],
      [inner, from + gap],
    ] as const
    return `M${points.map(([radius, angle]) => `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`).join('L')}Z`
  }).join('')
}
