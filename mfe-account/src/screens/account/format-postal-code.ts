/** Spec §3: a Japanese postal code is displayed as 3 digits, hyphen, 4 digits; others as stored. */
export function formatPostalCode(postalCode: string): string {
  const digits = /^(\d{3})-?(\d{4})$/.exec(postalCode);
  return digits ? `${digits[1]}-${digits[2]}` : postalCode;
}
