import { runCommand } from '../../adapters/run-command.ts'
import { type Config, readConfig } from '../../config.ts'
import { postTestAlert, testAlertEmail } from '../../features/telling/alerts/send-test.ts'
import { alertAddresses, type Outcome, report, requestProblem, sendNow } from './channels.ts'

/** Tells a test alert by email and webhook, as every alert is told. Exits with 1 if one of them was refused. */
async function main(): Promise<number> {
  const config = readConfig()
  const now = new Date()
  const addresses = await alertAddresses(config)
  const outcomes = [
    ...(await sendNow(
      config,
      addresses.map((to) => testAlertEmail(config, to, now)),
    )),
    ...(addresses.length > 0
      ? []
      : [{ level: 'fail' as const, text: 'No one is emailed: set ADMIN_EMAIL or NOTIFICATION_EMAILS.' }]),
    await post(config, now),
  ]
  return report(outcomes)
}

async function post(config: Config, now: Date): Promise<Outcome> {
  const { alertWebhook } = config
  if (!alertWebhook) return { level: 'warn', text: 'ALERT_WEBHOOK_URL is not set, so nothing was posted.' }
  const { host } = new URL(alertWebhook.url)
  try {
    const status = await postTestAlert(config, alertWebhook, now)
    return { level: 'ok', text: `${host} took the alert and its end. It answered ${status}.` }
  } catch (error) {
    return {
      level: 'fail',
      text: `${host} did not take the alert (${requestProblem(error)}). Check ALERT_WEBHOOK_URL, and whether this machine reaches it.`,
    }
  }
}

runCommand(main)
