const LETTER = /\p{L}/u;

/** Scripts of living languages that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** Blocks of scripts that are written from right to left; their digits are not. */
const TURNED_BLOCKS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a part of a text may run from right to left. */
export const mayTurn = (text: string): boolean => TURNED_BLOCKS.test(text);

/** Whether a paragraph is set from right to left: its first letter decides (rules P2 and P3 of UAX 9). */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');
