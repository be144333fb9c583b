import * as contract from '../../../../contract/creators.ts'
import type { Api } from '../../../http/api.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { confirmFollower, followCreator, followLimits, getFollower, unfollow } from './follow.ts'
import { getCreator, getCreatorShareImage, listMoreFromCreator, requireCreator } from './service.ts'

export function creatorRoutes(api: Api, ports: Ports) {
  api.on(contract.getCreator, ({ params, query }) => getCreator(ports, params.handle, query))
  api.file(contract.getCreatorShareCard, async ({ params }) =>
    getCreatorShareImage(ports, await requireCreator(ports, params.handle)),
  )
  api.on(contract.listMoreFromCreator, ({ params }) => listMoreFromCreator(ports, params.id))
  api.on(
    contract.followCreator,
    ({ params, body }) => followCreator(ports, { handle: params.handle, email: body.email }),
    { limits: ({ body, ip }) => followLimits(ports, { email: body.email, ip }) },
  )
  api.form(
    contract.followCreatorForm,
    async ({ params: { handle }, body, ip }) => {
      const { email } = parseOrThrow(contract.followCreator.body, body)
      await enforceRateLimits(ports, followLimits(ports, { email, ip }))
      await followCreator(ports, { handle, email })
      return `/@${handle}?follow=sent`
    },
    {
      onError: ({ params: { handle }, body }, { code }) =>
        `/@${handle}?${new URLSearchParams({ follow: code, email: body.email })}`,
    },
  )
  api.on(contract.getFollower, ({ params }) => getFollower(ports, params.token))
  api.form(
    contract.confirmFollower,
    async ({ params: { token } }) => {
      await confirmFollower(ports, token)
      return `/following/${token}`
    },
    { onError: ({ params: { token } }) => `/following/${token}` },
  )
  api.oneClick(
    contract.unfollow,
    ({ params: { token } }) => unfollow(ports, token),
    ({ params: { token } }) => `/unfollow/${token}`,
  )
}
