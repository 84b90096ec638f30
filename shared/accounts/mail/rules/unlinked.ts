/** Without width, and no place to break a line (UAX 14: WJ). */
const WORD_JOINER = '\u2060';

/** What joins a text to a link: a dot of any script between two labels, and the colon of a scheme. */
const JOINTS = /[.\u3002\uFF0E\uFF61](?=\S)|:(?=\/\/)/g;

/**
 * A name that someone chose, as a mail shows it: mail programs make a link of `acme.com`, which is a good name of a company
 * and a good trap. With a word joiner behind each dot they find no domain in it, and people see the same.
 */
export const unlinked = (name: string): string => name.replace(JOINTS, (joint) => joint + WORD_JOINER);
