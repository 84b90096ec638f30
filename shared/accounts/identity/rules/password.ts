/** As the pool of people wants it (lib/constructs/user-pool.ts), said before it is asked: it answers less evenly. */
export const LEAST_CHARACTERS = 12;
/** Cognito's own bound. */
const MOST_CHARACTERS = 256;

export const PASSWORD_RULE = `At least ${LEAST_CHARACTERS} characters, with an uppercase letter, a lowercase letter, a digit and a symbol.`;

const KINDS = [/[a-z]/, /[A-Z]/, /\d/];

/** What Cognito counts as one; a space too, but not at either end. */
const SIGNS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+- ';

export const isStrongEnough = (password: string): boolean =>
  password.length >= LEAST_CHARACTERS &&
  password.length <= MOST_CHARACTERS &&
  password.trim() === password &&
  KINDS.every((kind) => kind.test(password)) &&
  [...password].some((character) => SIGNS.includes(character));

export const BAD_EMAIL = 'Enter a valid email address.';

/**
 * Whether a text has the form of an address that can sign in; a code shows whether it exists. A local part that is not
 * ASCII is refused: characters that look alike, or that another system folds into one, would make two people one.
 */
export const looksLikeEmail = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[^\s@.<>"(),:;]+(?:\.[^\s@.<>"(),:;]+)+$/.test(text);
