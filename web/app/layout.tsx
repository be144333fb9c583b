import type { ReactNode } from 'react'
import type { User } from '../../contract/accounts.ts'
import type { Brand } from '../../contract/brand.ts'
import { getInstance } from '../api/calls.ts'
import { useRead } from '../api/hooks.ts'
import { TextLink } from '../ui/text-link.tsx'
import { brandStyle, Mark } from './brand.tsx'
import type { View } from './page.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { TopBar } from './top-bar.tsx'

type Branded = { brand: Brand | null; name: string | null }
type LayoutProps = { view: View; viewer: User | null; branded?: Branded; children: ReactNode }

/** What stands around every page. */
export function Layout({ view, viewer, branded, children }: LayoutProps) {
  const brand = branded?.brand ?? null
  return (
    <div className="flex min-h-dvh flex-col" style={brandStyle(brand)}>
      <a
        href="#main"
        className="-translate-y-24 absolute top-2 left-2 z-50 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <TestBar />
      {view.frame === 'full' ? (
        <TopBar viewer={viewer} />
      ) : (
        <SlimBar action={view.action} mark={<Mark brand={brand} name={branded?.name ?? null} />} />
      )}
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1120px] flex-1 px-[18px] pb-20 sm:px-6">
        {children}
      </main>
      {!brand?.hidesName && <Footer />}
    </div>
  )
}

function TestBar() {
  const { data } = useRead(getInstance)
  if (data?.mode !== 'test') return null
  return (
    <aside aria-label="Test mode" className="stripes px-4 py-2 text-center font-bold">
      TEST PAYMENTS. No money moves.
    </aside>
  )
}

function SlimBar({ action: Action, mark }: { action: View['action']; mark: ReactNode }) {
  return (
    <header className="mx-auto flex min-h-[68px] w-full flex-wrap max-w-[1120px] items-center justify-between px-[18px] sm:px-6">
      {mark}
      <div className="flex items-center gap-1">
        <ThemeSwitch />
        {Action && <Action />}
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-[1120px] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-[18px] py-5 text-ink-faint text-sm sm:px-6">
        <p>Tipdrop: drop a file, set a price, share one link.</p>
        <nav aria-label="Footer" className="flex gap-6">
          <FooterLink href="/pricing">Pricing</FooterLink>
          <FooterLink href="/feedback">Feedback</FooterLink>
        </nav>
      </div>
    </footer>
  )
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <TextLink plain href={href} className="grid min-h-11 place-items-center hover:text-ink">
      {children}
    </TextLink>
  )
}
