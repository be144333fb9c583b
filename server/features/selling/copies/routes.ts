import * as contract from '../../../../contract/copies.ts'
import type { Api } from '../../../http/api.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { copyRequestLimits, requestCopies } from './requests.ts'

export function copyRoutes(api: Api, ports: Ports) {
  api.on(
    contract.requestCopies,
    ({ params, body }) => requestCopies(ports, { contentId: params.id, email: body.email }),
    { limits: ({ body, ip }) => copyRequestLimits(ports, { email: body.email, ip }) },
  )
  api.form(
    contract.requestCopiesForm,
    async ({ params, body, ip }) => {
      const { email } = parseOrThrow(contract.requestCopies.body, body)
      await enforceRateLimits(ports, copyRequestLimits(ports, { email, ip }))
      await requestCopies(ports, { contentId: params.id, email })
      return `/p/${params.id}?tellme=saved`
    },
    {
      onError: ({ params, body }, { code }) =>
        `/p/${params.id}?${new URLSearchParams({ tellme: code, email: body.email })}`,
    },
  )
}
