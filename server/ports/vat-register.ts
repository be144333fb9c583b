/** What a register of VAT IDs says about one. */
export type VatRegisterAnswer =
  | {
      state: 'valid'
      /** As the register has them; null when its country keeps them to itself. */
      name: string | null
      address: string | null
      /** The register's number of this look-up, a proof that it was asked; null when it gives none. */
      consultationNumber: string | null
    }
  /** The register doesn't have it. */
  | { state: 'invalid' }
  /** The register, or that of the country, doesn't answer now. It says nothing about the VAT ID. */
  | { state: 'unavailable' }
  /** No register is asked: it's turned off, or has no VAT IDs of this country. */
  | { state: 'not_asked' }

/** Looks VAT IDs up in a public register. */
export interface VatRegister {
  /** `vatId` begins with its country and has no spaces (domain/vat-id.ts). Never throws for a register that is down. */
  look(vatId: string): Promise<VatRegisterAnswer>
}
