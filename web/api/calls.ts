import type * as access from '../../contract/access.ts'
import type * as accounts from '../../contract/accounts.ts'
import type * as adminOverview from '../../contract/admin-overview.ts'
import type * as analytics from '../../contract/analytics.ts'
import type * as content from '../../contract/content.ts'
import type * as contentEdit from '../../contract/content-edit.ts'
import type * as contentList from '../../contract/content-list.ts'
import type * as creators from '../../contract/creators.ts'
import type * as earnings from '../../contract/earnings.ts'
import type * as instance from '../../contract/instance.ts'
import type * as legalPages from '../../contract/legal-pages.ts'
import type * as ownership from '../../contract/ownership.ts'
import type * as payouts from '../../contract/payouts.ts'
import type * as purchases from '../../contract/purchases.ts'
import type * as receipts from '../../contract/receipts.ts'
import type * as refunds from '../../contract/refunds.ts'
import type * as sales from '../../contract/sales.ts'
import type * as settings from '../../contract/settings.ts'
import type * as subscriptions from '../../contract/subscriptions.ts'
import type * as teasers from '../../contract/teasers.ts'
import type * as testPurchases from '../../contract/test-purchases.ts'
import type { RouteRef } from './types.ts'

/*
 * Routes by method and path only, for code that every page loads and for the dashboard. The contract's routes bring
 * zod with them, a fifth of the script. Code that needs a schema imports the route from the contract.
 */

export const getUser: RouteRef<typeof accounts.getUser> = { method: 'GET', path: '/api/auth/user' }
export const signOut: RouteRef<typeof accounts.signOut> = { method: 'GET', path: '/api/logout' }
export const startSignIn: RouteRef<typeof accounts.startSignIn> = { method: 'GET', path: '/api/login' }

export const getAdminOverview: RouteRef<typeof adminOverview.getAdminOverview> = {
  method: 'GET',
  path: '/api/admin/overview',
}

export const getRefundEligibility: RouteRef<typeof access.getRefundEligibility> = {
  method: 'GET',
  path: '/api/access/:token/refund',
}

export const getEarningsHistory: RouteRef<typeof analytics.getEarningsHistory> = {
  method: 'GET',
  path: '/api/earnings/history',
}
export const getContentStats: RouteRef<typeof analytics.getContentStats> = {
  method: 'GET',
  path: '/api/content/:id/stats',
}

export const listContent: RouteRef<typeof content.listContent> = { method: 'GET', path: '/api/content' }
export const getContent: RouteRef<typeof content.getContent> = { method: 'GET', path: '/api/content/:id' }
export const getOwnedPurchase: RouteRef<typeof ownership.getOwnedPurchase> = {
  method: 'GET',
  path: '/api/content/:id/owned',
}
export const getTeaserState: RouteRef<typeof teasers.getTeaserState> = {
  method: 'GET',
  path: '/api/content/:id/teaser-state',
}
export const retryTeaser: RouteRef<typeof teasers.retryTeaser> = {
  method: 'POST',
  path: '/api/content/:id/teaser-state',
}
export const deleteContent: RouteRef<typeof content.deleteContent> = {
  method: 'DELETE',
  path: '/api/content/:id',
}

export const getCreator: RouteRef<typeof creators.getCreator> = {
  method: 'GET',
  path: '/api/creators/:handle',
}
export const listMoreFromCreator: RouteRef<typeof creators.listMoreFromCreator> = {
  method: 'GET',
  path: '/api/content/:id/more',
}
export const getFollower: RouteRef<typeof creators.getFollower> = {
  method: 'GET',
  path: '/api/followers/:token',
}

export const getStats: RouteRef<typeof earnings.getDashboardStats> = {
  method: 'GET',
  path: '/api/analytics/stats',
}

export const setContentStatus: RouteRef<typeof contentEdit.setContentStatus> = {
  method: 'POST',
  path: '/api/content/:id/status',
}

export const getPayoutHistory: RouteRef<typeof payouts.getPayoutHistory> = {
  method: 'GET',
  path: '/api/payout/history',
}

export const getAccess: RouteRef<typeof purchases.getAccess> = { method: 'GET', path: '/api/access/:token' }

export const openAccessFile: RouteRef<typeof purchases.redirectToFile> = {
  method: 'GET',
  path: '/access/:token/file',
}
export const getFile: RouteRef<typeof purchases.getFile> = {
  method: 'GET',
  path: '/files/:orderNumber/:fileName',
}
export const getTestPurchaseFile: RouteRef<typeof testPurchases.getTestPurchaseFile> = {
  method: 'GET',
  path: '/files/test/:orderNumber/:fileName',
}

export const getReceipt: RouteRef<typeof receipts.getReceipt> = {
  method: 'GET',
  path: '/api/access/:token/receipt',
}

export const listRefundRequests: RouteRef<typeof refunds.listRefundRequests> = {
  method: 'GET',
  path: '/api/refund-requests',
}
export const getRefundRequest: RouteRef<typeof refunds.getRefundRequest> = {
  method: 'GET',
  path: '/api/refund-requests/:id',
}

export const listSales: RouteRef<typeof sales.listSales> = { method: 'GET', path: '/api/sales' }
export const getSale: RouteRef<typeof sales.getSale> = { method: 'GET', path: '/api/sales/:id' }
export const streamSaleEvents: RouteRef<typeof sales.streamSaleEvents> = {
  method: 'GET',
  path: '/api/events',
}

export const getAccount: RouteRef<typeof settings.getAccount> = { method: 'GET', path: '/api/account' }

export const searchContent: RouteRef<typeof contentList.listContentPage> = {
  method: 'GET',
  path: '/api/content/page',
}

export const refreshSubscription: RouteRef<typeof subscriptions.refreshSubscription> = {
  method: 'POST',
  path: '/api/subscription/refresh',
}

export const getLegalPage: RouteRef<typeof legalPages.getLegalPage> = {
  method: 'GET',
  path: '/api/legal/:page',
}

export const getInstance: RouteRef<typeof instance.getInstance> = { method: 'GET', path: '/api/instance' }

export const getTestPurchase: RouteRef<typeof testPurchases.getTestPurchasePreview> = {
  method: 'GET',
  path: '/api/content/:id/test-purchase',
}
