import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, root, run } from './process.mjs'

/** The product and the adapter, on Stripe in test mode. */
const suites = ['tests/stripe-check/stripe-check.test.ts', 'server/adapters/stripe/provider.test.ts']
/** The tests of these files that call Stripe. */
const onStripe = 'on Stripe in test mode|Stripe, its own test mode'

/**
 * Runs the opt-in suites with STRIPE_TEST_KEY and prints a dated record of them as Markdown. The exit code is 1 when a
 * check failed or none ran.
 */
main(async () => {
  if (!process.env.STRIPE_TEST_KEY?.startsWith('sk_test_')) {
    console.error(
      'STRIPE_TEST_KEY is not set to a key that starts with sk_test_. Create one at dashboard.stripe.com/test/apikeys, then run:\n' +
        '  STRIPE_TEST_KEY=sk_test_… STRIPE_TEST_ACCOUNT=acct_… npm run stripe-check\n' +
        'STRIPE_TEST_ACCOUNT is a connected US account that has finished onboarding; transfers need one.',
    )
    return 2
  }
  await ensureInstalled('all')
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-stripe-check-'))
  const report = join(folder, 'report.json')
  try {
    const args = ['run', '--project', 'server', ...suites, '-t', onStripe]
    await run('vitest', [...args, '--reporter=json', `--outputFile=${report}`], { quiet: ['stdout'] })
    const checks = readChecks(report)
    console.log(recordOf(checks))
    return checks.length > 0 && checks.every(({ status }) => status === 'passed') ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function readChecks(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, duration, failureMessages }) => ({
      ...{ name: fullName.trim(), status, seconds: ((duration ?? 0) / 1000).toFixed(1) },
      reason: failureMessages?.[0]?.split('\n')[0] ?? '',
    }))
}

function recordOf(checks) {
  const failed = checks.filter(({ status }) => status === 'failed')
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/stripe/package.json'), 'utf8'))
  const client = readFileSync(join(root, 'server/adapters/stripe/client.ts'), 'utf8')
  const [, apiVersion = 'unknown'] = /apiVersion: '([^']+)'/.exec(client) ?? []
  return [
    `# Checks on Stripe in test mode, ${new Date().toISOString()}`,
    '',
    `Commit ${commit()}, stripe ${version}, API ${apiVersion}. ${checks.length - failed.length} passed, ${failed.length} failed.`,
    '',
    '| check | result | seconds |',
    '|---|---|---|',
    ...checks.map(
      ({ name, status, seconds, reason }) =>
        `| ${cell(name)} | ${status}${reason ? `: ${cell(reason)}` : ''} | ${seconds} |`,
    ),
  ].join('\n')
}

function cell(text) {
  return text.replaceAll('|', '\\|')
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
