import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { AdminHealth } from '../../../contract/admin-health.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { failuresOf } from './health-text.ts'

/** What fails, or that nothing does. */
export function HealthFailures({ health }: { health: AdminHealth }) {
  const failures = failuresOf(health)
  return (
    <Section
      id="failing"
      title="What fails"
      action={
        failures.length > 0 && (
          <LinkButton href="/admin/attention?view=alerts" variant="secondary">
            Open alerts
          </LinkButton>
        )
      }
    >
      {failures.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-brand" />
          No alerts, no failed jobs, and every service responds.
        </p>
      ) : (
        <ul className="m-0 grid list-none gap-2 p-0">
          {failures.map((text) => (
            <li key={text} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
              <span className="wrap-anywhere min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
