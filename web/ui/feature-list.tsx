import { Check } from 'lucide-react'

export function FeatureList({
  features,
}: {
  features: ReadonlyArray<{ title: string; description: string }>
}) {
  return (
    <ul className="grid content-start gap-3">
      {features.map(({ title, description }) => (
        <li key={title} className="flex gap-3">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span>
            <span className="block font-semibold">{title}</span>
            <span className="block text-ink-faint text-sm">{description}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
