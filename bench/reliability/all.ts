import { backups } from './backups.ts'
import { cutUploads, largeUpload } from './cut-uploads.ts'
import { databaseKills } from './database-kills.ts'
import type { FaultRun } from './fault-run.ts'
import { fullDisk } from './full-disk.ts'
import { mixedLoad } from './mixed-load.ts'
import { namedPoints } from './named-points.ts'
import { randomKills, unreliableWebhooks } from './random-kills.ts'
import { slowClients } from './slow-clients.ts'
import { stops } from './stops.ts'
import { vitestRun } from './vitest-run.ts'

/** Every run of docs/reliability.md, in its order. */
export const faultRuns: Record<string, FaultRun> = {
  kill: randomKills,
  points: namedPoints,
  database: databaseKills,
  webhooks: {
    what: 'webhooks duplicated, reordered, dropped and forged, over 10 to 100 seeds',
    unit: 'webhooks',
    bar: 'the same ledger as with each delivered once and in order',
    quickCount: 300,
    longCount: 200_000,
    run: (count) => vitestRun('tests/webhooks.test.ts', count, 'WEBHOOK_POSTS'),
  },
  sweeper: {
    what: 'no webhooks: the sweeper settles every payment',
    unit: 'payments',
    bar: 'all settled',
    quickCount: 50,
    longCount: 1_000,
    run: (count) => vitestRun('tests/sweeper-alone.test.ts', count, 'SWEEPER_PAYMENTS'),
  },
  post: unreliableWebhooks,
  model: {
    what: 'random money operations compared with a model',
    unit: 'operations',
    bar: 'no wrong balance, payout or grant',
    quickCount: 10_000,
    longCount: 200_000,
    run: (count) => vitestRun('tests/ledger-model.test.ts', count, 'MODEL_OPERATIONS'),
  },
  races: {
    what: '64 concurrent requests: complete, payout, refund, plan change',
    unit: 'rounds',
    bar: 'nothing done twice',
    quickCount: 8,
    longCount: 2_000,
    run: (count) => vitestRun('tests/races.test.ts', count, 'RACE_ROUNDS'),
  },
  fuzz: {
    what: 'random schema-aware values and raw bytes on every route',
    unit: 'requests per route',
    bar: '0 responses of 500 or more',
    quickCount: 300,
    longCount: 50_000,
    run: (count) => vitestRun('tests/fuzz.test.ts', count, 'FUZZ_RUNS'),
  },
  slow: slowClients,
  disk: fullDisk,
  uploads: cutUploads,
  large: largeUpload,
  load: mixedLoad,
  stop: stops,
  backup: backups,
}
