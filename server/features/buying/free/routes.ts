import { emailFreeAccess as emailFreeAccessRoute } from '../../../../contract/access.ts'
import * as contract from '../../../../contract/free.ts'
import type { AppError } from '../../../../domain/errors.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { freeFormErrorCode } from '../checkout/checkout-form.ts'
import { emailFreeAccess } from './email-access.ts'
import { getFreeLink, openFreeLink, requestFreeLink } from './free-link.ts'

/** Forms of buyers' pages, which work without scripts. Each redirects to a page, which has a sentence for an error. */
export function freeRoutes(api: Api, ports: Ports) {
  api.form(
    contract.requestFreeLink,
    async ({ params: { id }, body, ip }) => {
      const { email } = await requestFreeLink(ports, { contentId: id, typed: body.email, ip })
      return `/p/${id}/check-email?${new URLSearchParams({ email })}`
    },
    {
      onError: ({ params: { id }, body: { email } }, error) =>
        `/p/${id}?${new URLSearchParams({ ...(email && { email }), problem: freeFormErrorCode(error) })}`,
    },
  )
  api.on(contract.getFreeLink, ({ params }) => getFreeLink(ports, params.token))
  api.form(
    contract.openFreeLink,
    ({ params: { token }, ensureBuyerCookie }) =>
      openFreeLink(ports, { token, buyerCookieHash: ensureBuyerCookie() }),
    {
      onError: ({ params: { token } }, { code }) =>
        `/free/${encodeURIComponent(token)}?${new URLSearchParams({ problem: code })}`,
    },
  )
  api.form(
    emailFreeAccessRoute,
    async ({ params: { token }, body, ip }) => {
      const { email } = await emailFreeAccess(ports, { token, typed: body.email, ip })
      return `/access/${encodeURIComponent(token)}?${new URLSearchParams({ sent: email })}`
    },
    { onError: ({ params: { token }, body }, error) => emailErrorUrl(token, body.email, error) },
  )
}

function emailErrorUrl(token: string, email: string, error: AppError): string {
  const { code } = error
  if (code === 'not_found') throw error
  return `/access/${encodeURIComponent(token)}?${new URLSearchParams({ problem: code, email })}`
}
