import { DryPond } from '../../shared/dry-pond.tsx'
import { LinkButton } from '../../ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="grid justify-items-center gap-3 py-11 text-center">
      <DryPond className="w-[420px]" />
      <h1 className="text-[clamp(1.75rem,1.3rem+2vw,2.5rem)]">404 Page Not Found</h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        <LinkButton href="/">Go to the front page</LinkButton>
        <LinkButton variant="secondary" href="/lost-link">
          Lost your link?
        </LinkButton>
      </p>
    </div>
  )
}
