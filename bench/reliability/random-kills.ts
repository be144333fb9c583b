import { runFaultInjection } from '../fault-injection.ts'
import { runKillRounds } from '../kill-nine.ts'
import { type FaultRun, nonZero } from './fault-run.ts'

export const randomKills: FaultRun = {
  what: 'kill -9 of the server at random under 8 clients',
  unit: 'kills',
  bar: '0 acknowledged purchases lost',
  quickCount: 3,
  longCount: 1_000,
  async run(count, log) {
    const report = await runKillRounds({ rounds: count }, log)
    const { paid, acknowledged, lost, undelivered, outOfBalance, duplicates, slowestRecoveryMs } = report
    const violations = nonZero({ lost, undelivered, outOfBalance, duplicates })
    const result =
      `${violations === '0' ? '0 lost' : violations}; ${acknowledged} acknowledged, ${paid} paid; ` +
      `all delivered ${(slowestRecoveryMs / 1_000).toFixed(1)} s after the restart at worst`
    return { count, result, hasPassed: violations === '0' }
  },
}

export const unreliableWebhooks: FaultRun = {
  what: 'kill -9 throughout, 30 % of webhooks dropped, 30 % duplicated, all delayed and reordered, a missing file, refund requests',
  unit: 'purchases',
  bar: 'every buyer has the item or a refund within 120 s',
  quickCount: 40,
  longCount: 500,
  async run(count, log) {
    const timing = count < 500 ? 'short' : 'real'
    const report = await runFaultInjection({ purchases: count, timing }, log)
    const {
      kills,
      delivered,
      refunded,
      unresolved,
      webhooks,
      dropped,
      recoveryMs,
      lateCount,
      violations: counts,
    } = report
    const violations = nonZero({ unresolved, late: lateCount, ...counts })
    const result =
      `${violations === '0' ? '0 wrong' : violations}; ${kills} kills, ${dropped} of ${webhooks} webhooks lost, ${delivered} delivered, ` +
      `${refunded} refunded, the last ${Math.round(recoveryMs / 1_000)} s after the last start`
    return { count, result, hasPassed: violations === '0' }
  },
}
