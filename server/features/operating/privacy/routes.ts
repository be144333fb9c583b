import * as contract from '../../../../contract/buyer-data.ts'
import * as settingsContract from '../../../../contract/settings.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import type { StoredData } from '../../feature.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { buyerDataRateLimits, eraseBuyerData, exportBuyerData, requestBuyerData } from './buyer-data.ts'
import { deleteAccount, getAccountDeletionPreview } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export function buyerDataRoutes(api: Api, ports: Ports) {
  api.on(contract.requestBuyerData, ({ body }) => requestBuyerData(ports, body.email), {
    limits: ({ body, ip }) => buyerDataRateLimits(ports, body.email, ip),
  })
  api.file(contract.exportBuyerData, ({ params }) => exportBuyerData(ports, params.token))
  api.on(contract.eraseBuyerData, ({ params }) => eraseBuyerData(ports, params.token))
}

const hourMs = 3_600_000

/** Data export and account deletion. This feature is layered above those whose rows it reads. */
export function settingsRoutes(api: Api, ports: Ports, { exportedTables }: StoredData) {
  api.file(settingsContract.exportAccount, async ({ viewer }) => {
    requireRecentSignIn(ports, viewer)
    return exportAccount(ports, viewer, exportedTables)
  })
  api.on(settingsContract.getAccountDeletionPreview, ({ viewer }) => getAccountDeletionPreview(ports, viewer))
  api.on(settingsContract.deleteAccount, ({ viewer, body }) => deleteAccount(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `closing/${viewer.id}`, max: 20, windowMs: hourMs }],
  })
}
