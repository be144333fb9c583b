import * as accountsContract from '../../../../contract/accounts.ts'
import * as calls from '../../../../contract/settings.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { authOf } from '../sign-in/better-auth.ts'
import { newAddressLimits } from '../sign-in/codes.ts'
import {
  addPasskey,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../sign-in/passkeys.ts'
import { endOtherSessions, endSession, listSessions } from '../sign-in/session.ts'
import { confirmEmailChange, requestEmailChange } from './email-change.ts'
import {
  cancelEmailChange,
  getAccount,
  getPhoto,
  removePhoto,
  setPhoto,
  updateDefaults,
  updateProfile,
} from './profile.ts'

const tenMinutesMs = 10 * 60_000

export function accountSettingsRoutes(api: Api, ports: Ports) {
  const auth = authOf(ports)
  api.on(accountsContract.updateProfile, ({ viewer, body }) => updateProfile(ports, viewer, body))
  api.on(calls.getAccount, ({ viewer }) => getAccount(ports, viewer))
  api.on(calls.updateContentDefaults, ({ viewer, body }) => updateDefaults(ports, viewer, body))
  api.upload(calls.setPhoto, ({ viewer }, form) => setPhoto(ports, viewer, form))
  api.on(calls.removePhoto, ({ viewer }) => removePhoto(ports, viewer))
  api.file(calls.getPhoto, ({ params }) => getPhoto(ports, params.id))

  api.on(
    calls.requestEmailChange,
    async ({ viewer, body }) => {
      await requestEmailChange(ports, viewer, body.email)
      return getAccount(ports, viewer)
    },
    {
      limits: ({ viewer, body, ip }) => [
        { key: `email-change/${viewer.id}`, max: 5, windowMs: tenMinutesMs },
        ...newAddressLimits({ email: body.email, ip }),
      ],
    },
  )
  api.on(
    calls.confirmEmailChange,
    ({ viewer, body, buyer }) =>
      confirmEmailChange(ports, viewer, { ...body, browserHash: buyer.cookieHash }),
    {
      limits: ({ viewer }) => [{ key: `email-change-guess/${viewer.id}`, max: 20, windowMs: tenMinutesMs }],
    },
  )
  api.on(calls.cancelEmailChange, ({ viewer }) => cancelEmailChange(ports, viewer))

  api.on(calls.listSessions, ({ viewer }) => listSessions(ports, viewer))
  api.on(calls.endSession, ({ viewer, params }) => endSession(ports, viewer, params.id))
  api.on(calls.endOtherSessions, ({ viewer, buyer }) =>
    endOtherSessions(ports, viewer, { browserHash: buyer.cookieHash }),
  )

  api.on(calls.listPasskeys, ({ viewer }) => listPasskeys(ports, viewer))
  api.on(calls.createPasskeyOptions, async ({ viewer, headers, setCookies }) => {
    const { options, cookies } = await createPasskeyOptions(auth, ports, viewer, headers)
    setCookies(cookies)
    return options
  })
  api.on(calls.addPasskey, ({ viewer, body, headers }) =>
    addPasskey(auth, ports, viewer, { ...body, headers }),
  )
  api.on(calls.renamePasskey, ({ viewer, params, body }) =>
    renamePasskey(ports, viewer, { ...params, ...body }),
  )
  api.on(calls.removePasskey, ({ viewer, params }) => removePasskey(ports, viewer, params.id))
}
