import { TextLink } from '../ui/text-link.tsx'

/** Tells a creator that an admin took their item down, and why. */
export function ContentTakenDownNotice({ reason }: { reason: string }) {
  return (
    <p className="wrap-anywhere rounded-md bg-danger-soft px-4 py-3 text-danger">
      <b className="font-semibold">We took this item down.</b> {reason}{' '}
      <TextLink href="/feedback" className="text-danger">
        Contact us
      </TextLink>
    </p>
  )
}
