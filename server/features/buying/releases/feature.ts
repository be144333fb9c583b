import * as contract from '../../../../contract/releases.ts'
import type { Feature } from '../../feature.ts'
import { releaseCalendar } from './calendar.ts'
import { releaseEmails } from './emails.tsx'
import { refundMissedReleases } from './refund-missed.ts'
import { tellOfNewDay, tellOfReleases } from './release.ts'

export const releases = {
  name: 'buying/releases',
  routes(api, ports) {
    api.file(contract.getReleaseCalendar, ({ params, findViewer }) =>
      releaseCalendar(ports, params.token, findViewer),
    )
  },
  jobs: { 'tell-of-new-day': tellOfNewDay },
  periodic: [{ steps: [tellOfReleases, refundMissedReleases] }],
  emails: releaseEmails,
} satisfies Feature
