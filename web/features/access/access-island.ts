import { watchPurchase } from './watch-purchase.ts'

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
watchPurchase({ path: '/api/access/:token', params: { token } })
