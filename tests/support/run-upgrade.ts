import { upgradeReporter } from '../../server/cluster-upgrade/reporter.ts'
import { upgradeCluster } from '../../server/cluster-upgrade/upgrade-cluster.ts'
import { readConfig } from '../../server/config.ts'

/** Moves the database of DATA_DIR, and is killed when it reaches a step: `node run-upgrade.ts <step>`. */
const [, , killedAt] = process.argv
const log = { info: () => undefined, warn: console.error, error: console.error }
const reporter = upgradeReporter(console.log, (step) => {
  if (step === killedAt) process.kill(process.pid, 'SIGKILL')
})

try {
  await upgradeCluster({ config: readConfig(), log, reporter, now: new Date() })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
