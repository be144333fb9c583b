/** A settings file that cannot be used. The message names the file, and each wrong line by its number. */
export class SettingsFileError extends Error {
  override name = 'SettingsFileError'
}

/**
 * The settings of a file with one `NAME=value` in a line. Every line that is accepted means the same as in systemd's
 * EnvironmentFile; a line that systemd, a shell or a person could read in another way is refused. Throws
 * SettingsFileError with all such lines.
 */
export function parseSettings(text: string, file: string): Map<string, string> {
  const settings = new Map<string, string>()
  const lineOf = new Map<string, number>()
  const errors: Array<string> = []
  text.split(/\r?\n/).forEach((line, index) => {
    const number = index + 1
    try {
      const setting = parseLine(line)
      if (!setting) return
      const { name, value } = setting
      const earlier = lineOf.get(name)
      if (earlier !== undefined)
        throw new LineError(`${name} is in line ${earlier} already. Remove one of them.`)
      lineOf.set(name, number)
      settings.set(name, value)
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      errors.push(`line ${number}: ${error.message}`)
    }
  })
  if (errors.length === 0) return settings
  throw new SettingsFileError(`${file} cannot be read:\n${errors.map((error) => `  - ${error}`).join('\n')}`)
}

/** The message never contains a value, because some are secrets. */
class LineError extends Error {}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Undefined for an empty line and a comment. */
function parseLine(line: string): { name: string; value: string } | undefined {
  if (line.startsWith('\uFEFF'))
    throw new LineError('It begins with a byte order mark. Save the file without it.')
  if (line.includes('\uFFFD')) throw new LineError('It is not in UTF-8. Save the file as UTF-8.')
  const trimmed = trimBlanks(line)
  const isComment = /^[#;]/.test(trimmed)
  if (hasControlCharacter(isComment ? trimmed.replaceAll('\t', ' ') : trimmed))
    throw new LineError('It has a control character. Write the line again.')
  if (trimmed === '') return undefined
  if (isComment) {
    if (trimmed.endsWith('\\')) throw new LineError('A comment must not end with a backslash. Remove it.')
    return undefined
  }
  const equals = trimmed.indexOf('=')
  if (equals === -1) throw new LineError('It has no =. Write NAME=value, or # before a comment.')
  const name = trimmed.slice(0, equals)
  if (/^export\s/.test(name)) throw new LineError('Remove “export”: a line begins with the name.')
  if (name !== trimBlanks(name)) throw new LineError('Remove the space before =.')
  if (!namePattern.test(name))
    throw new LineError('A name has only letters, digits and _, and begins with no digit.')
  const rest = trimmed.slice(equals + 1)
  if (/^[ \t]/.test(rest)) throw new LineError(`Remove the space after ${name}=.`)
  return { name, value: parseValue(rest, name) }
}

function parseValue(text: string, name: string): string {
  const [quote] = text
  if (quote === '"' || quote === "'") return unquote(text, quote, name)
  if (text.includes('\\'))
    throw new LineError(`The value of ${name} has a backslash. Put the whole value between single quotes.`)
  if (/\s[#;]/.test(text))
    throw new LineError(
      `A comment needs a line of its own. If # belongs to the value of ${name}, put the whole value between single quotes.`,
    )
  return text
}

function unquote(text: string, quote: string, name: string): string {
  const end = text.indexOf(quote, 1)
  if (end === -1) throw new LineError(`The quote of ${name} is not closed. A value is on one line.`)
  if (end < text.length - 1)
    throw new LineError(
      `There is text after the closing quote of ${name}. A comment needs a line of its own, and a value with ${quote} the other kind of quotes.`,
    )
  const value = text.slice(1, -1)
  // systemd removes these backslashes, and keeps all others, such as in \n.
  if (quote === '"' && /\\(["\\`$]|$)/.test(value))
    throw new LineError(`A backslash in the value of ${name} hides the next character. Use single quotes.`)
  if (quote === "'" && /\\($|')/.test(value))
    throw new LineError(`The value of ${name} must not end with a backslash.`)
  return value
}

/** As systemd does: a space of another script belongs to the value. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

function hasControlCharacter(line: string): boolean {
  return [...line].some((character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 32 || code === 127
  })
}
