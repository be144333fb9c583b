import * as calls from '../../../contract/account-settings.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { newAddressLimits } from './code-limits.ts'
import { askEmailChange, confirmEmailChange } from './email-change.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys.ts'
import { removePhoto, setPhoto, showPhoto } from './photo.ts'
import { cancelEmailChange, changeDefaults, showAccount } from './profile.ts'
import { listSessions, signOutElsewhere, signOutEverywhereElse } from './sessions.ts'

const tenMinutes = 10 * 60_000

/** What a signed-in person does with their own account. */
export function accountSettingsRoutes(api: Api, ports: Ports, auth: Auth) {
  api.on(calls.getAccount, ({ viewer }) => showAccount(ports, viewer))
  api.on(calls.updateDefaults, ({ viewer, body }) => changeDefaults(ports, viewer, body))
  api.upload(calls.setPhoto, ({ viewer }, form) => setPhoto(ports, viewer, form))
  api.on(calls.removePhoto, ({ viewer }) => removePhoto(ports, viewer))
  api.file(calls.getPhoto, ({ params }) => showPhoto(ports, params.id))

  api.on(
    calls.askEmailChange,
    async ({ viewer, body }) => {
      await askEmailChange(ports, viewer, body.email)
      return showAccount(ports, viewer)
    },
    {
      limits: ({ viewer, body, ip }) => [
        { key: `email-change/${viewer.id}`, max: 5, perMs: tenMinutes },
        ...newAddressLimits({ email: body.email, ip }),
      ],
    },
  )
  api.on(
    calls.confirmEmailChange,
    ({ viewer, body, buyer }) => confirmEmailChange(ports, viewer, { ...body, browserHash: buyer.browser }),
    {
      limits: ({ viewer }) => [{ key: `email-change-guess/${viewer.id}`, max: 20, perMs: tenMinutes }],
    },
  )
  api.on(calls.cancelEmailChange, ({ viewer }) => cancelEmailChange(ports, viewer))

  api.on(calls.listSessions, ({ viewer }) => listSessions(ports, viewer))
  api.on(calls.endSession, ({ viewer, params }) => signOutElsewhere(ports, viewer, params.id))
  api.on(calls.endOtherSessions, ({ viewer, buyer }) =>
    signOutEverywhereElse(ports, viewer, { browserHash: buyer.browser }),
  )

  api.on(calls.listPasskeys, ({ viewer }) => listPasskeys(ports, viewer))
  api.on(calls.startPasskey, async ({ viewer, headers, setCookies }) => {
    const { options, cookies } = await startPasskey(auth, ports, viewer, headers)
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
