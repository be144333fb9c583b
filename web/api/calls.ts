import type * as accounts from '../../contract/accounts.ts'
import type * as adminDesk from '../../contract/admin-desk.ts'
import type * as aftercare from '../../contract/aftercare.ts'
import type * as analytics from '../../contract/analytics.ts'
import type * as content from '../../contract/content.ts'
import type * as earnings from '../../contract/earnings.ts'
import type * as editing from '../../contract/editing.ts'
import type * as purchases from '../../contract/purchases.ts'
import type * as receipts from '../../contract/receipts.ts'
import type * as refunds from '../../contract/refunds.ts'
import type * as sales from '../../contract/sales.ts'
import type * as shelf from '../../contract/shelf.ts'
import type * as subscriptions from '../../contract/subscriptions.ts'
import type * as system from '../../contract/system.ts'
import type * as trials from '../../contract/trials.ts'
import type { Named } from './types.ts'

/*
 * Calls by method and path alone, for what every page carries and for the dashboard. The contract's own words come with the
 * schemas and their library, a fifth of the script: whoever needs a schema takes the call from there.
 */

export const getUser: Named<typeof accounts.getUser> = { method: 'GET', path: '/api/auth/user' }
export const signOut: Named<typeof accounts.signOut> = { method: 'GET', path: '/api/logout' }
export const startSignIn: Named<typeof accounts.startSignIn> = { method: 'GET', path: '/api/login' }

export const getDesk: Named<typeof adminDesk.getDesk> = { method: 'GET', path: '/api/admin/desk' }

export const getRefundTerms: Named<typeof aftercare.getRefundTerms> = {
  method: 'GET',
  path: '/api/access/:token/refund',
}

export const getEarningsHistory: Named<typeof analytics.getEarningsHistory> = {
  method: 'GET',
  path: '/api/earnings/history',
}
export const getItemNumbers: Named<typeof analytics.getItemNumbers> = {
  method: 'GET',
  path: '/api/content/:id/numbers',
}

export const listContent: Named<typeof content.listContent> = { method: 'GET', path: '/api/content' }
export const getContent: Named<typeof content.getContent> = { method: 'GET', path: '/api/content/:id' }
export const deleteContent: Named<typeof content.deleteContent> = {
  method: 'DELETE',
  path: '/api/content/:id',
}

export const getStats: Named<typeof earnings.getStats> = { method: 'GET', path: '/api/analytics/stats' }

export const setContentStatus: Named<typeof editing.setContentStatus> = {
  method: 'POST',
  path: '/api/content/:id/status',
}

export const getAccess: Named<typeof purchases.getAccess> = { method: 'GET', path: '/api/access/:token' }

export const openAccessFile: Named<typeof purchases.openAccessFile> = {
  method: 'GET',
  path: '/access/:token/file',
}
export const getFile: Named<typeof purchases.getFile> = {
  method: 'GET',
  path: '/files/:purchaseId/:fileName',
}
export const getTestFile: Named<typeof trials.getTrialFile> = {
  method: 'GET',
  path: '/files/test/:purchaseId/:fileName',
}

export const getReceipt: Named<typeof receipts.getReceipt> = {
  method: 'GET',
  path: '/api/access/:token/receipt',
}

export const listRefundRequests: Named<typeof refunds.listRefundRequests> = {
  method: 'GET',
  path: '/api/refund-requests',
}
export const getRefundRequest: Named<typeof refunds.getRefundRequest> = {
  method: 'GET',
  path: '/api/refund-requests/:id',
}

export const listSales: Named<typeof sales.listSales> = { method: 'GET', path: '/api/sales' }
export const getSale: Named<typeof sales.getSale> = { method: 'GET', path: '/api/sales/:id' }
export const listenToSales: Named<typeof sales.listenToSales> = { method: 'GET', path: '/api/events' }

export const listContentPage: Named<typeof shelf.listContentPage> = {
  method: 'GET',
  path: '/api/content/page',
}

export const refreshSubscription: Named<typeof subscriptions.refreshSubscription> = {
  method: 'POST',
  path: '/api/subscription/refresh',
}

export const getInstance: Named<typeof system.getInstance> = { method: 'GET', path: '/api/instance' }

export const getTrial: Named<typeof trials.getTrial> = { method: 'GET', path: '/api/content/:id/trial' }
