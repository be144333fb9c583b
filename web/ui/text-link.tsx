import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { cn } from './cn.ts'

type TextLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; unstyled?: boolean }

/** A link. Our own pages open by client-side navigation; API calls, files and other sites load normally. */
export function TextLink({ href, unstyled = false, className, ...rest }: TextLinkProps) {
  const linkClass = cn(!unstyled && 'text-brand underline decoration-1 underline-offset-3', className)
  const isInternal = /^\/(?!\/|api\/|files\/|access\/[^/]+\/file|assets\/|dev\/mail)/.test(href)
  if (isInternal && !rest.target && rest.download === undefined)
    return <Link href={href} className={linkClass} {...rest} />
  const externalProps = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {}
  return <a href={href} className={linkClass} {...externalProps} {...rest} />
}
