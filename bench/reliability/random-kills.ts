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
    const found = await runKillRounds({ rounds: count }, log)
    const { paid, acknowledged, lost, undelivered, outOfBalance, double, slowestRecovery } = found
    const wrong = nonZero({ lost, undelivered, outOfBalance, double })
    const result =
      `${wrong === '0' ? '0 lost' : wrong}; ${acknowledged} acknowledged, ${paid} paid; ` +
      `all delivered ${(slowestRecovery / 1_000).toFixed(1)} s after the restart at worst`
    return { count, result, hasPassed: wrong === '0' }
  },
}

export const badPost: FaultRun = {
  what: 'kill -9 throughout, 30 % of webhooks dropped, 30 % duplicated, all delayed and reordered, a missing file, refund requests',
  unit: 'purchases',
  bar: 'every buyer has the item or a refund within 120 s',
  quickCount: 40,
  longCount: 500,
  async run(count, log) {
    const pauseKind = count < 500 ? 'short' : 'real'
    const found = await runFaultInjection({ purchases: count, waits: pauseKind }, log)
    const { kills, delivered, refunded, unresolved, webhooks, dropped, recovery, late, faults } = found
    const wrong = nonZero({ withNothing: unresolved, late, ...faults })
    const result =
      `${wrong === '0' ? '0 wrong' : wrong}; ${kills} kills, ${dropped} of ${webhooks} webhooks lost, ${delivered} delivered, ` +
      `${refunded} paid back, the last ${Math.round(recovery / 1_000)} s after the last start`
    return { count, result, hasPassed: wrong === '0' }
  },
}
