/** Shown in place of a secret or of the digits of a phone number. */
export const hidden = '•••';
