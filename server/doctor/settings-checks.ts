import { configWarnings } from '../config/process.ts'
import { type UnknownName, unknownNameMessage } from '../config/unknown-names.ts'
import type { Config, SettingError } from '../config.ts'
import { type Check, fail, type Line, ok, warn } from './check.ts'

type Context = { config: Config; errors: ReadonlyArray<SettingError>; unknown: ReadonlyArray<UnknownName> }

/** One line for each setting that is wrong, unknown or missing; one line when all is well. */
export function settingsCheck(context: Context): Check {
  return {
    name: 'settings',
    fix: 'Correct the setting that the line names.',
    run: async () => linesOf(context),
  }
}

function linesOf({ config, errors, unknown }: Context): Array<Line> {
  const name = 'settings'
  const wrong = errors.map((error) => fail(...problemAndFix(error)))
  const unknownNames = unknown.map((one) => {
    const { detail, fix } = unknownNameMessage(one)
    return warn(detail, fix)
  })
  const warnings = configWarnings(config).map((message) => warn(...splitSentences(message, '')))
  const noAdmin = config.adminEmail
    ? []
    : [warn('ADMIN_EMAIL is not set', 'Set it to your email address to see /admin.')]
  const found = [...wrong, ...unknownNames, ...warnings, ...noAdmin]
  const place = `${config.isLocal ? 'Local' : 'Public'} instance at ${config.publicUrl}, in ${config.currency}`
  return (found.length > 0 ? found : [ok(place)]).map((result) => ({ name, ...result }))
}

function problemAndFix({ name, message, isLeftOut }: SettingError): [detail: string, fix: string] {
  return splitSentences(message, isLeftOut ? `Correct ${name}, or remove it.` : `Change ${name}.`)
}

/** The first sentence says what is wrong, and the others what to do. */
export function splitSentences(message: string, otherwise: string): [detail: string, fix: string] {
  const [, detail = message, fix = ''] = /^(.+?)\. ([A-Z].*)$/s.exec(message) ?? []
  return [detail.replace(/\.$/, ''), fix || otherwise]
}
