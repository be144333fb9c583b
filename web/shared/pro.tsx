import type { ReactNode } from 'react'
import { getInstance } from '../../contract/instance.ts'
import { useApiQuery } from '../api/query.ts'
import { LinkButton } from '../ui/button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

type UpgradePageProps = {
  icon: ReactNode
  title: string
  description: string
  /** The alternative to upgrading. */
  secondaryAction: ReactNode
}

/** While the site has no price of Pro that it can charge. */
export const proNotSold = 'Pro isn’t available on this site right now.'

/** Whether Pro can be subscribed to; undefined until the instance is loaded. */
export function useIsProSold(): boolean | undefined {
  const { data: instance } = useApiQuery(getInstance)
  return instance && instance.proPrice !== null
}

/** Shown instead of a page that needs Pro. */
export function UpgradePage({ secondaryAction, ...notice }: UpgradePageProps) {
  const isSold = useIsProSold()
  return (
    <PageNotice
      {...notice}
      {...(isSold === false && { description: proNotSold })}
      actions={
        <>
          {isSold !== false && <LinkButton href="/subscribe">Go Pro</LinkButton>}
          {secondaryAction}
        </>
      }
    />
  )
}

/** Says that a feature is part of Pro, with a link to Pro. */
export function ProFeatureNotice({ feature }: { feature: string }) {
  const isSold = useIsProSold()
  return (
    <p className="rounded-md bg-sunken px-4 py-3">
      {feature} is part of Pro.{' '}
      {isSold === false ? proNotSold : <TextLink href="/subscribe">See what’s in Pro</TextLink>}
    </p>
  )
}

/** The features of Pro, most wanted first. */
export const proFeatures = [
  { title: 'Zero commission', description: 'Keep 100% of every sale. We take no fee.' },
  {
    title: 'Advanced analytics',
    description:
      'See views, checkouts and sales by item and day, and where visitors came from, for any dates.',
  },
  { title: 'Priority support', description: 'Your messages go to the front of the line.' },
  { title: 'Custom branding', description: 'Your color and logo on your pages, with our name removed.' },
  { title: 'Bulk upload', description: 'Upload many files at once and track them all in one list.' },
  { title: 'Export customer data', description: 'Download your customers and sales as a CSV.' },
  { title: 'Early access', description: 'Try new features before everyone else.' },
  { title: 'Premium categories', description: 'Publish in categories reserved for Pro creators.' },
]
