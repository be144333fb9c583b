import type { ReactNode } from 'react'

type CelebrationProps = { isPlaying: boolean; children: ReactNode }

/** The animation over the cover of a new purchase: a falling drop and a ripple. Static with reduced motion. */
export function Celebration({ isPlaying, children }: CelebrationProps) {
  if (!isPlaying) return children
  return (
    <div className="unlocks">
      {children}
      <span aria-hidden className="unlocks-ripple" />
      <svg aria-hidden="true" viewBox="0 0 24 24" className="unlocks-drop">
        <path
          d="M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z"
          fill="var(--accent)"
        />
      </svg>
    </div>
  )
}
