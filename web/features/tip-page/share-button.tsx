import { Share } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Stands in the tip page's bar; tip-island.ts listens for it. */
export function ShareButton() {
  return (
    <Button variant="secondary" data-share className="noscript:hidden">
      <Share aria-hidden />
      Share
    </Button>
  )
}
