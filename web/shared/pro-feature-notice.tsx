import { TextLink } from '../ui/text-link.tsx'

/** Says that something is for Pro, and where Pro is. */
export function ProFeatureNotice({ feature }: { feature: string }) {
  return (
    <p className="rounded-md bg-sunken px-4 py-3">
      {feature} is part of Pro. <TextLink href="/subscribe">See what Pro brings</TextLink>
    </p>
  )
}
