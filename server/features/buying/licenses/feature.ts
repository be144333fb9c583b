import * as contract from '../../../../contract/licenses.ts'
import type { AppError } from '../../../../domain/errors.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Feature } from '../../feature.ts'
import { activate, licenseCallLimits, release, validate } from './app-calls.ts'
import { licenseEmails } from './emails.ts'
import { getOwnKey, ownKeyLimits, releaseOwnDevice } from './own-keys.ts'
import { publicSigners } from './proof.ts'
import { listOfSale, replaceSold, revokeSold } from './sold-keys.ts'
import { endKeyWaits } from './waits.ts'

/** What apps, buyers and creators do with the license keys of purchases. */
export const purchasedLicenses = {
  name: 'buying/licenses',
  routes(api, ports) {
    const limited = { limits: ({ ip }: { ip: string }) => licenseCallLimits(ports, ip) }
    api.on(contract.activateLicense, ({ body, ip }) => activate(ports, { ...body, ip }), limited)
    api.on(contract.validateLicense, ({ body, ip }) => validate(ports, { ...body, ip }), limited)
    api.on(contract.releaseLicense, ({ body, ip }) => release(ports, { ...body, ip }), limited)
    api.on(contract.getLicenseSigners, () => Promise.resolve(publicSigners(ports)))

    api.form(
      contract.getOwnLicense,
      async ({ params: { token, id } }) => {
        await enforceRateLimits(ports, ownKeyLimits(token))
        await getOwnKey(ports, { token, itemId: id })
        return toKeys(token, 'new')
      },
      { onError: ({ params: { token } }, error) => backWith(token, error) },
    )
    api.form(
      contract.releaseOwnDevice,
      async ({ params: { token, id } }) => {
        await enforceRateLimits(ports, ownKeyLimits(token))
        await releaseOwnDevice(ports, { token, id })
        return toKeys(token, 'released')
      },
      { onError: ({ params: { token } }, error) => backWith(token, error) },
    )

    api.on(contract.listSaleLicenses, ({ viewer, params }) => listOfSale(ports, viewer, params.id))
    api.on(contract.replaceLicense, ({ viewer, params, body }) =>
      replaceSold(ports, viewer, { id: params.id, reason: body.reason }),
    )
    api.on(contract.revokeLicense, ({ viewer, params, body }) =>
      revokeSold(ports, viewer, { id: params.id, reason: body.reason }),
    )
  },
  periodic: [{ steps: [endKeyWaits] }],
  emails: licenseEmails,
} satisfies Feature

const toKeys = (token: string, result: string) =>
  `/access/${encodeURIComponent(token)}?license=${result}#license`

/** The page shows how the keys stand now. */
function backWith(token: string, error: AppError): string {
  if (error.code === 'not_found') throw error
  return toKeys(token, error.code)
}
