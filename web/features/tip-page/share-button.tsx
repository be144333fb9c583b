import { Share } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** In the tip page's top bar; tip-island.ts handles the click. */
export function ShareButton() {
  return (
    <Button variant="secondary" data-share className="noscript:hidden">
      <Share aria-hidden />
      Share
    </Button>
  )
}
