import { TextLink } from '../ui/text-link.tsx'

/** Says that a feature is part of Pro, with a link to Pro. */
export function ProFeatureNotice({ feature }: { feature: string }) {
  return (
    <p className="rounded-md bg-sunken px-4 py-3">
      {feature} is part of Pro. <TextLink href="/subscribe">See what’s in Pro</TextLink>
    </p>
  )
}
