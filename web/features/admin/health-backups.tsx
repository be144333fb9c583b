import { TriangleAlert } from 'lucide-react'
import type { Backup } from '../../../contract/admin-health.ts'
import { useTimeFormatter } from '../../ui/local-time.tsx'
import { Section } from '../../ui/section.tsx'
import { backupItems, backupWarning } from './backup-text.ts'
import { DescriptionList } from './purchase-detail-sections.tsx'

/** The last backup, why the newest attempt failed, and the settings, which are environment variables. */
export function HealthBackups({ backup }: { backup: Backup }) {
  const formatTime = useTimeFormatter()
  const warning = backupWarning(backup, formatTime)
  return (
    <Section
      id="backups"
      title="Backups"
      description="The settings are environment variables, so they change with a restart."
    >
      {warning && (
        <p className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <span className="wrap-anywhere min-w-0">{warning}</span>
        </p>
      )}
      <DescriptionList items={backupItems(backup, formatTime)} />
    </Section>
  )
}
