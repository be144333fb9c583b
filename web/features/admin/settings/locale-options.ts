const locales = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IE', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA'],
  ...['fr-CH', 'es-ES', 'es-MX', 'it-IT', 'nl-NL', 'pt-PT', 'pt-BR', 'sv-SE', 'da-DK', 'nb-NO', 'fi-FI'],
  ...['pl-PL', 'cs-CZ', 'hu-HU', 'ro-RO', 'bg-BG', 'el-GR', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'id-ID'],
]

const day = new Date(Date.UTC(2026, 10, 21))

/** The formats to choose from, each with an example: `German (Germany): 1.284,5 · 21. Nov. 2026`. */
export const localeOptions = locales.map((value) => ({ value, label: `${nameOf(value)}: ${example(value)}` }))

function nameOf(locale: string): string {
  return new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
}

function example(locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
  return `${(1284.5).toLocaleString(locale)} · ${date}`
}
