import { Compass } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'

export function NotFoundPage() {
  return (
    <div className="grid justify-items-center gap-4 py-24 text-center">
      <IconTile size="lg">
        <Compass aria-hidden />
      </IconTile>
      <h1 className="text-2xl">404 Page Not Found</h1>
      <p>This page doesn’t exist or has moved.</p>
      <p className="text-ink-soft text-sm">Did you forget to add the page to the router?</p>
      <LinkButton href="/" className="mt-2">
        Go to home page
      </LinkButton>
    </div>
  )
}
