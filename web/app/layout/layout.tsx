import type { CSSProperties, ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { User } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import type { Branding } from '../../../contract/pro.ts'
import { site } from '../../../contract/site.ts'
import { useApiQuery } from '../../api/query.ts'
import { accentTokens } from '../../shared/accent-tokens.ts'
import { Logo } from '../../ui/logo.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { PageDefinition } from '../routes/page-route.ts'
import { ThemeToggle, TopBar } from './top-bar.tsx'

type PageBrand = { brand: Branding | null; name: string | null }
type FooterLinkProps = { href: string; label: string }
type LayoutProps = {
  page: PageDefinition
  params: Record<string, string>
  viewer: User | null
  pageBrand?: PageBrand
  footerLink?: FooterLinkProps
  children: ReactNode
}

/** The header and footer around every page. */
export function Layout({ page, params, viewer, pageBrand, footerLink, children }: LayoutProps) {
  const brand = pageBrand?.brand ?? null
  if (page.layout === 'frame') return children
  return (
    <div className="flex min-h-dvh flex-col" style={brandStyle(brand)}>
      <a
        href="#main"
        className="-translate-y-24 absolute top-2 left-2 z-50 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {page.takesPayments && <TestModeBanner />}
      {page.layout === 'full' ? (
        <TopBar viewer={viewer} />
      ) : (
        <header className="mx-auto flex min-h-[68px] w-full flex-wrap max-w-[1120px] items-center justify-between px-[18px] sm:px-6">
          <BrandMark brand={brand} name={pageBrand?.name ?? null} />
          {page.headerAction && <page.headerAction params={params} />}
        </header>
      )}
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1120px] flex-1 px-[18px] pb-20 sm:px-6">
        {children}
      </main>
      <Footer
        link={footerLink}
        themeToggle={page.layout === 'slim' && <ThemeToggle />}
        isPlatformShown={!brand?.hidesPlatformName}
      />
    </div>
  )
}

function TestModeBanner() {
  const { data } = useApiQuery(getInstance)
  // A creator's test purchase says so itself.
  const isTestPurchase = new URLSearchParams(useSearch()).has('try')
  if (data?.mode !== 'test' || isTestPurchase) return null
  return (
    <aside
      aria-label="Test mode"
      className="bg-warn-soft px-4 py-0.5 text-center font-semibold text-warn text-xs leading-5 print:hidden"
    >
      TEST PAYMENTS. No money moves.
    </aside>
  )
}

type FooterProps = { link: FooterLinkProps | undefined; themeToggle: ReactNode; isPlatformShown: boolean }

/** On pages that hide our name, the footer has the links of the page itself and the legal pages. */
function Footer({ link, themeToggle, isPlatformShown }: FooterProps) {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-[1120px] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-[18px] py-5 text-ink-faint text-sm sm:px-6">
        {isPlatformShown && <p>{site().name}: drop a file, set a price, share one link.</p>}
        <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-6">
          {link && <FooterLink href={link.href}>{link.label}</FooterLink>}
          {isPlatformShown && !site().isSolo && <FooterLink href="/pricing">Pricing</FooterLink>}
          {isPlatformShown && <FooterLink href="/feedback">Feedback</FooterLink>}
          <FooterLink href="/terms">Terms</FooterLink>
          <FooterLink href="/privacy">Privacy</FooterLink>
          <FooterLink href="/refunds">Refunds</FooterLink>
          <FooterLink href="/imprint">{site().imprintName}</FooterLink>
          {themeToggle}
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

function brandStyle(brand: Branding | null): CSSProperties | undefined {
  const accentColor = brand?.accentColor
  // React's CSSProperties type has no custom properties.
  return accentColor ? (accentTokens(accentColor) as CSSProperties | undefined) : undefined
}

/** The logo at the top of a buyer's page: the creator's if there is one, else ours unless it is hidden. */
function BrandMark({ brand, name }: { brand: Branding | null; name: string | null }) {
  if (brand?.logoUrl)
    return (
      <img
        src={brand.logoUrl}
        alt={name ?? 'Logo'}
        className="h-10 w-auto max-w-[240px] object-contain object-left"
      />
    )
  if (brand?.hidesPlatformName) return <p className="font-[650] font-display text-xl">{name}</p>
  return (
    <TextLink unstyled href="/" className="grid min-h-11 place-items-center">
      <Logo />
    </TextLink>
  )
}
