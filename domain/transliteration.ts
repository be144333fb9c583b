import { dictionary } from '../contract/dictionary.ts'

/** Cyrillic, Greek and rarer Latin letters in common transliteration. */
const transliterations: Record<string, string> = dictionary(
  Object.fromEntries(
    `
    а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:y к:k л:l
    м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh
    щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:yi є:ye ґ:g ў:u ј:j
    љ:lj њ:nj ћ:ć ђ:đ џ:dž ѕ:dz α:a β:v γ:g δ:d ε:e ζ:z η:i
    θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t
    υ:y φ:f χ:ch ψ:ps ω:o ı:i œ:oe ŧ:t ə:e ƒ:f µ:u
    `
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':')),
  ),
)

/** A letter in plain Latin, with its case: `Щ` -> `Shch`. Undefined for other characters. */
export function transliterate(letter: string): string | undefined {
  const small = letter.toLowerCase()
  // Removes accents, unless the accented letter has an entry of its own, such as й.
  const latin = transliterations[small] ?? transliterations[small.normalize('NFD').charAt(0)]
  if (latin === undefined || small === letter) return latin
  return latin.charAt(0).toUpperCase() + latin.slice(1)
}
