import * as contract from '../../../../contract/admin-purchases.ts'
import type { Feature } from '../../feature.ts'
import { duplicateInbox } from './inbox.ts'
import {
  correctPurchaseEmail,
  dismissDuplicate,
  getPurchaseDetail,
  previewRefund,
  refundPurchaseAsAdmin,
  replaceReceiptAsAdmin,
  resendAccess,
  restoreAccess,
  revokeAccess,
  searchPurchases,
} from './orders.ts'
import { mergeSearchIndex } from './repository.ts'

export const orders = {
  name: 'operating/orders',
  inbox: { duplicate: duplicateInbox },
  routes(api, ports) {
    api.on(contract.searchPurchases, ({ query }) => searchPurchases(ports, query))
    api.on(contract.getPurchaseDetail, ({ params }) => getPurchaseDetail(ports, params.id))
    api.on(contract.previewRefundAsAdmin, ({ params, query }) =>
      previewRefund(ports, { id: params.id, amount: query.amount }),
    )
    api.on(contract.refundAsAdmin, ({ viewer, params, body }) =>
      refundPurchaseAsAdmin(ports, viewer, { ...body, id: params.id }),
    )
    api.on(contract.revokeAccessAsAdmin, ({ viewer, params, body }) =>
      revokeAccess(ports, viewer, { id: params.id, reason: body.reason }),
    )
    api.on(contract.correctPurchaseEmailAsAdmin, ({ viewer, params, body }) =>
      correctPurchaseEmail(ports, viewer, { ...body, id: params.id }),
    )
    api.on(contract.replaceReceiptAsAdmin, ({ viewer, params, body }) =>
      replaceReceiptAsAdmin(ports, viewer, { ...body, id: params.id }),
    )
    api.on(contract.resendAccessAsAdmin, ({ viewer, params }) => resendAccess(ports, viewer, params.id))
    api.on(contract.restoreAccessAsAdmin, ({ viewer, params }) => restoreAccess(ports, viewer, params.id))
    api.on(contract.dismissDuplicate, ({ viewer, params }) => dismissDuplicate(ports, viewer, params.id))
  },
  periodic: [{ steps: [mergeSearchIndex], withAnyClock: true }],
} satisfies Feature
