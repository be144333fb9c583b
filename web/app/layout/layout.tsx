import type { ReactNode } from 'react'
import type { User } from '../../../contract/accounts.ts'
import type { TipPageBranding } from '../../../contract/branding.ts'
import { getInstance } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { PageDefinition } from '../routes/page-route.ts'
import { BrandMark, brandStyle } from './brand.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { TopBar } from './top-bar.tsx'

type PageBrand = { brand: TipPageBranding | null; name: string | null }
type LayoutProps = { page: PageDefinition; viewer: User | null; pageBrand?: PageBrand; children: ReactNode }

/** The header and footer around every page. */
export function Layout({ page, viewer, pageBrand, children }: LayoutProps) {
  const brand = pageBrand?.brand ?? null
  return (
    <div className="flex min-h-dvh flex-col" style={brandStyle(brand)}>
      <a
        href="#main"
        className="-translate-y-24 absolute top-2 left-2 z-50 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <TestModeBanner />
      {page.layout === 'full' ? (
        <TopBar viewer={viewer} />
      ) : (
        <MinimalHeader
          action={page.headerAction}
          mark={<BrandMark brand={brand} name={pageBrand?.name ?? null} />}
        />
      )}
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1120px] flex-1 px-[18px] pb-20 sm:px-6">
        {children}
      </main>
      {!brand?.hidesPlatformName && <Footer />}
    </div>
  )
}

function TestModeBanner() {
  const { data } = useApiQuery(getInstance)
  if (data?.mode !== 'test') return null
  return (
    <aside aria-label="Test mode" className="stripes px-4 py-2 text-center font-bold">
      TEST PAYMENTS. No money moves.
    </aside>
  )
}

function MinimalHeader({
  action: Action,
  mark,
}: {
  action: PageDefinition['headerAction']
  mark: ReactNode
}) {
  return (
    <header className="mx-auto flex min-h-[68px] w-full flex-wrap max-w-[1120px] items-center justify-between px-[18px] sm:px-6">
      {mark}
      <div className="flex items-center gap-1">
        <ThemeToggle />
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
    <TextLink unstyled href={href} className="grid min-h-11 place-items-center hover:text-ink">
      {children}
    </TextLink>
  )
}
