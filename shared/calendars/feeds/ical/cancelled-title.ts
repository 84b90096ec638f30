/**
 * What Outlook puts before the subject of a meeting that its organizer cancelled, in the language of the mailbox
 * ([MS-OXOCAL] 3.1.4.9): English, German, French, Spanish and Portuguese, Italian, Dutch, Swedish, Danish, Norwegian,
 * Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Turkish, Russian, Ukrainian, Greek, Hebrew, Japanese, Korean and
 * Chinese.
 */
const PREFIXES = [
  ...['cancell?ed', 'abgesagt', 'annulée?', 'cancelad[oa]', 'annullat[oa]', 'geannuleerd', 'inställt', 'avbokad'],
  ...['avbruten', 'aflyst', 'annulleret', 'avlyst', 'peruutettu', 'peruttu', 'odwołan[eoy]', 'anulowan[eoy]'],
  ...['zrušeno', 'zrušené', 'törölve', 'elmarad', 'anulat', '[iİ]ptal(?: edildi)?', 'отменено', 'скасовано'],
  ...['ακυρώθηκε', 'בוטל', 'キャンセル済み', 'キャンセル', '取り消し', '취소됨', '취소', '已取消', '取消'],
];
const CANCELLED = new RegExp(String.raw`^\s*(?:${PREFIXES.join('|')})\s?[:：]`, 'iu');

/**
 * Whether Outlook has marked an event as cancelled by its title alone: in what it publishes the status stays `CONFIRMED`.
 * People write titles like that too, so that it counts only where Outlook also shows the time as free.
 */
export const isCancelledTitle = (title: string): boolean => CANCELLED.test(title);
