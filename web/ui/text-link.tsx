import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { cn } from './cn.ts'

type TextLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; plain?: boolean }

/** A link. Pages of ours change in place; calls of the API, files and other sites load as the browser does. */
export function TextLink({ href, plain = false, className, ...rest }: TextLinkProps) {
  const look = cn(!plain && 'text-brand underline decoration-1 underline-offset-3', className)
  const ours = /^\/(?!\/|api\/|files\/|access\/[^/]+\/file|assets\/|dev\/mail)/.test(href)
  if (ours && !rest.target && rest.download === undefined)
    return <Link href={href} className={look} {...rest} />
  const away = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {}
  return <a href={href} className={look} {...away} {...rest} />
}
