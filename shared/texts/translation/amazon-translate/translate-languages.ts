/**
 * The languages of Amazon Translate, each with all others
 * (https://docs.aws.amazon.com/translate/latest/dg/what-is-languages.html, read in November 2026).
 */
const CODES = new Set(
  (
    'af am ar az bg bn bs ca cs cy da de el en es es-MX et fa fa-AF fi fr fr-CA ga gu ha he hi hr ht hu hy id is it ja ka ' +
    'kk kn ko lt lv mk ml mn mr ms mt nl no pa pl ps pt pt-PT ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi zh zh-TW'
  ).split(' '),
);

/** Subtags that Translate has under another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  fil: 'tl',
  iw: 'he',
  in: 'id',
  prs: 'fa-AF',
};

/** The code for a BCP-47 tag: its variety where Translate has it, else its language. Undefined where it has neither. */
export function translateCode(tag: string): string | undefined {
  const locale = new Intl.Locale(tag);
  const language = OTHER_NAMES[locale.language] ?? locale.language;
  const { script } = locale.maximize();
  const codes = [
    language === 'zh' && script === 'Hant' ? 'zh-TW' : language === 'zh' ? 'zh' : `${language}-${locale.region}`,
    language,
  ];
  return codes.find((code) => CODES.has(code));
}
