import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react'

const toneClasses = { brand: 'text-brand', warn: 'text-warn', danger: 'text-danger' }

type TextLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  unstyled?: boolean
  tone?: keyof typeof toneClasses
}

/** A link. Our own pages open by client-side navigation where there is a router; everything else loads normally. */
export function TextLink({ href, unstyled = false, tone = 'brand', className, ...rest }: TextLinkProps) {
  const Link = useContext(LinkContext)
  const linkClass = clsx(
    !unstyled && [toneClasses[tone], 'underline decoration-1 underline-offset-3'],
    className,
  )
  const isInternal = /^\/(?!\/|api\/|files\/|access\/[^/]+\/file|assets\/|dev\/mail)/.test(href)
  if (isInternal && !rest.target && rest.download === undefined)
    return <Link href={href} className={linkClass} {...rest} />
  const externalProps = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {}
  return <a href={href} className={linkClass} {...externalProps} {...rest} />
}

/** A link to the parent page, above the heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink
      unstyled
      href={href}
      className="moves inline-flex min-h-11 items-center gap-1.5 text-ink-soft hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </TextLink>
  )
}

type LinkComponent = 'a' | ComponentType<ComponentProps<'a'> & { href: string }>

/** The component of links to our own pages: the router's link inside the app, a plain one in islands. */
export const LinkContext = createContext<LinkComponent>('a')
