import * as contract from '../../../../contract/bundles.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { removeBundleCover, setBundleCover } from './cover.ts'
import { createBundle, findBundleItems, getBundle, updateBundle } from './service.ts'

export const bundles = {
  name: 'selling/bundles',
  routes(api, ports) {
    api.on(contract.createBundle, ({ viewer, body }) => createBundle(ports, viewer, body))
    api.on(contract.findBundleItems, ({ viewer, query }) => findBundleItems(ports, viewer, query.q))
    api.on(contract.getBundle, ({ viewer, params }) => getBundle(ports, viewer, params.id))
    api.upload(contract.setBundleCover, ({ viewer, params }, form) =>
      setBundleCover(ports, viewer, { id: params.id, form }),
    )
    api.on(contract.removeBundleCover, ({ viewer, params }) => removeBundleCover(ports, viewer, params.id))
    api.on(contract.updateBundle, ({ viewer, params, body }) =>
      updateBundle(ports, viewer, { id: params.id, ...body }),
    )
  },
  retention: [keptAlways(['bundle_items'], 'which items a bundle has and had')],
} satisfies Feature
