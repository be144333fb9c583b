/** The beginnings of paths, selectors, addresses, media types and queries. */
const codeStart =
  /^([./#@]|\w+:\/\/|(application|text|image|audio|video|font|multipart)\/|(select|insert|update|delete|with|create|drop|alter|set|lock|coalesce|like|json_agg|begin)\b(?! up)|[=<>|-])/i

/** Code of other languages: functions, declarations, lengths, colors. */
const codeInside = /=>|\bfunction ?\(|;\n|\d(px|rem|fr)\b|\bvar\(|\bconst \w+ =|^\w+\(.*\)$|#[0-9a-f]{6} /

/** Whether a text is for people: it has words, and is not the name, class, path or query that code is written with. */
export function isReadable(text: string): boolean {
  const plain = text.replace(/\{[^}]*\}/g, ' ').trim()
  if (!/\p{L}{2}/u.test(plain) || codeStart.test(plain) || codeInside.test(text)) return false
  if (isName(plain) || isClassList(plain)) return false
  return /\s/.test(plain) || /^[A-Z“][\p{L}’]*[\p{Ll}’]/u.test(plain) || /\p{L}{2}[.…?]$/u.test(plain)
}

/** One word with the characters of a name; a word with a capital may be a label. */
function isName(text: string): boolean {
  return /^[\w-]+([/:;=,]\S*)*$/.test(text) && !/^[A-Z][\p{Ll}’]+$/u.test(text)
}

/** Utility classes have hyphens, brackets, colons or digits, and end without a capital or a sentence mark. */
function isClassList(text: string): boolean {
  const all = text.split(/\s+/)
  const classes = all.filter((word) => /^[!-]?[a-z[\]*&>:@]\S*$/.test(word) && /[-[\]:/\d]/.test(word))
  return !/[A-Z’.?]$/.test(text) && classes.length * 2 >= all.length
}
