const LETTER = /\p{L}/u;

/** Scripts of living languages that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** Whether a paragraph is set from right to left: its first letter decides (rules P2 and P3 of UAX 9). */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');
