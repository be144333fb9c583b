import { countryName } from '../../../../contract/countries.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

type CountryQuestionProps = { token: string; question: NonNullable<Receipt['countryQuestion']> }

/** Asks where the buyer lives when card and statement differ. A plain form; the server responds with the page. */
export function CountryQuestion({ token, question: { card, stated } }: CountryQuestionProps) {
  return (
    <Card padding="none" className="grid gap-3 p-5 print:hidden">
      <h2 className="font-sans font-semibold text-base">Where do you live?</h2>
      <p className="text-ink-soft">
        {`Your card is from ${countryName(card)}, and you told us ${countryName(stated)}. We keep your answer with our tax records. The amount stays.`}
      </p>
      <form method="post" action={`/access/${token}/country`} className="flex flex-wrap gap-2.5">
        {[card, stated].map((country) => (
          <Button key={country} type="submit" variant="secondary" name="country" value={country}>
            {countryName(country)}
          </Button>
        ))}
      </form>
    </Card>
  )
}
