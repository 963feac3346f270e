/** What stands where a secret, or the digits of a phone number, are not shown. */
export const hidden = '•••';
