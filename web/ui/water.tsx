const drop = 'M0-18.5C3.6-14.1 6.5-10.8 6.5-6.9A6.5 6.5 0 0 1-6.5-6.9C-6.5-10.8-3.6-14.1 0-18.5Z'

/** The drop on its rings: where all is done, and where something begins. */
export function StillWater({ className = 'h-[66px] w-[132px]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 60" aria-hidden className={className}>
      <Rings at="60 42" radii={[10, 20, 30]} />
      <path transform="translate(60 42)" d={drop} fill="var(--accent)" />
    </svg>
  )
}

/** The drop above its water: something will come here. */
export function DropAboveWater() {
  return (
    <svg viewBox="0 0 120 60" aria-hidden className="h-[66px] w-[132px]">
      <Rings at="60 44" radii={[10, 22]} />
      <path transform="translate(60 30)" d={drop} fill="var(--accent)" />
    </svg>
  )
}

function Rings({ at, radii }: { at: string; radii: Array<number> }) {
  return (
    <g transform={`translate(${at}) scale(1.4 .5)`} fill="none" stroke="var(--line-strong)" strokeWidth="1.3">
      {radii.map((radius, index) => (
        <circle key={radius} r={radius} opacity={1 - index * 0.28} />
      ))}
    </g>
  )
}
