import { clsx } from 'clsx'
import { type ComponentProps, useContext } from 'react'
import { LinkContext } from './link-context.ts'

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
