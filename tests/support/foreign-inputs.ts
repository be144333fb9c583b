/** Texts of the world beyond English, and texts that attack how it is read. By what is special about them. */
export const foreignTexts: Readonly<Record<string, string>> = {
  japanese: '吾輩は猫である。名前はまだ無い。',
  thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ',
  arabic: 'مرحبا بالعالم، می\u200Cخواهم',
  hebrew: 'שלום עולם',
  cyrillic: 'Привет, мир',
  greek: 'Γειά σου Κόσμε',
  hindi: 'हिन्दी शीर्षक',
  sinhala: 'ශ්\u200Dරී ලංකා',
  korean: '한국어 제목',
  decomposed: 'E\u0301tude in u\u0308ber-A\u030A',
  variants: '葛\u{E0100}城市',
  emoji:
    '👩\u200D👩\u200D👧\u200D👦 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇩🇪 ❤\uFE0F\u200D🔥',
  ampersand: 'Rock & Roll \'n\' "Soul" <3',
  turkish: 'İstanbul ığüşöç ß',
  lines: 'one\r\ntwo\rthree\nfour',
  wide: '𠮷'.repeat(30),
  marks: 'Z\u0351\u036B\u0343\u036A\u0302a\u0342\u034C',
  bidi: '\u202Egpj.exe\u202C \u2066a\u2069',
  invisible: '\u200B\u2060\u3164\u2800\u{E0041}',
  controls: 'a\u001B[31m\u0007b',
  half: 'a\uD83D',
  proto: '__proto__',
  constructor: 'constructor',
  toString: 'toString',
}

/** Texts whose 4-byte letters end around a limit of characters. */
export function textsAtLimit(max: number): Record<string, string> {
  return {
    exact: '𠮷'.repeat(Math.floor(max / 2)),
    cut: `${'x'.repeat(max - 1)}𠮷`,
    over: '𠮷'.repeat(max),
  }
}

export const foreignAddresses: ReadonlyArray<string> = [
  ...['o&m@example.com', 'a=b@example.com', 'a/b@example.com', "o'hara@example.com", 'a+b@example.com'],
  ...['name@münchen.de', 'ivan@xn--80akhbyknj4f.xn--p1ai', 'иван@пример.рф', 'fan＠example.com'],
  ...['fan@example.com\u200B', '\u202Efan@example.com', 'a%b@example.com', '__proto__@example.com'],
]

export const foreignLinks: ReadonlyArray<string> = [
  ...['https://münchen.de/straße?q=ä&b=c', 'https://例え.jp/パス', 'https://example.com/a\u200B'],
  ...['https://example.com/my file.pdf', 'https://example.com/\u202Egpj.exe', 'https://example.com/\uD83D'],
  ...['https://xn--e1afmkfd.xn--p1ai/', 'https://[::1]/x', 'https://пример.рф:443/?ключ=значение#якорь'],
]

export const foreignDays: ReadonlyArray<string> = [
  ...['0000-01-01', '9999-12-31', '2000-01-01', '2200-12-31', '2024-02-29', '2026-02-29', '２０２６-03-01'],
  ...['2026-03-01\u200B', '١٤٤٧-٠٩-١٢', '-271821-04-20', '+275760-09-13'],
]
