/** The name of the software, and the name of a site whose operator has not chosen another one. */
export const productName = 'Tipdrop'
