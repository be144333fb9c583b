import { TextLink } from '../ui/text-link.tsx'

/** The notice to a creator whose item was taken down, with the reason. */
export function ContentTakenDownNotice({ reason }: { reason: string }) {
  return (
    <p className="wrap-anywhere rounded-md bg-danger-soft px-4 py-3 text-danger">
      <b className="font-semibold">We took this item down.</b> {reason}{' '}
      <TextLink href="/feedback" tone="danger">
        Contact us
      </TextLink>
    </p>
  )
}
